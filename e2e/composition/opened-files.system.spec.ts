import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { releaseForeignFiles } from '../fixtures/foreign-remote.ts';
import { contextOf } from '../fixtures/signed-in.ts';
import { expect, test } from '../fixtures/test.ts';

test.use({ complaintsExpected: true });

const SVG = 'http://www.w3.org/2000/svg';
const FILES = {
  'remote-entry.js': 'var mfe_foreign;',
  'help.js': 'fetch("/api/auth/token",{method:"POST"});document.title="STOLEN";',
  'help.html': '<!doctype html><script src="help.js"></script><script>fetch("/api/auth/token")</script>',
  'help.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><body><script src="help.js"></script></body></html>',
  'help.xml': '<a xmlns:h="http://www.w3.org/1999/xhtml"><h:script src="help.js"></h:script></a>',
  'help.svg': `<svg xmlns="${SVG}" width="7" height="7"><script href="help.js"/><rect width="7" height="7"/></svg>`,
};

test('what a team ships runs only as a part of a page: opened by its address it has no rights', async ({
  browser,
  releasePortal: portal,
}) => {
  const dir = mkdtempSync(join(tmpdir(), 'opened-files-'));
  try {
    for (const [path, content] of Object.entries(FILES)) writeFileSync(join(dir, path), content);
    const { name, release } = await releaseForeignFiles(portal, dir);
    const context = await contextOf(browser, portal, 'admin@cytocomm.example');
    const requestedUrls: string[] = [];
    context.on('request', (request) => requestedUrls.push(new URL(request.url()).pathname));
    const page = await context.newPage();
    for (const path of Object.keys(FILES)) {
      const address = `/releases/${name}/${release}/${path}`;
      // What has no type that a browser shows is a download.
      await page.goto(portal.url + address).catch(() => undefined);
      expect([path, requestedUrls.splice(0).filter((each) => each !== '/favicon.ico')]).toEqual([path, [address]]);
    }
    await page.goto(`${portal.url}/about`);
    const width = await page.evaluate(
      (src) =>
        new Promise<number>((resolve, reject) => {
          const picture = new Image();
          picture.onload = () => resolve(picture.naturalWidth);
          picture.onerror = () => reject(new Error('the picture did not load'));
          picture.src = src;
        }),
      `/releases/${name}/${release}/help.svg`,
    );
    expect(width).toBe(7);
    await context.close();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
