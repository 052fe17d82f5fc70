import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import pino from 'pino';
import { createWebApp, type WebDependencies } from './app.ts';
import { readWebConfig } from './config.ts';
import { fixedLock } from './testing-lock.ts';

const shell: LockedRelease = {
  name: 'shell',
  title: 'Portal frame',
  version: '0.1.0',
  release: '0.1.0-0123456789ab',
  contract: '1.0.0',
  entry: 'main.js',
  shared: {},
  components: {},
  files: [{ path: 'main.js', integrity: `sha384-${'A'.repeat(64)}`, bytes: 3 }],
  contributions: { routes: [], links: [], sections: [], overlays: [] },
  baseUrl: '/releases/shell/0.1.0-0123456789ab/',
};
const lock: Lock = { id: '0123456789abcdef', createdAt: '2026-01-01T00:00:00.000Z', shell, remotes: [] };

async function page(mode: string | undefined, more: Partial<WebDependencies> = {}) {
  const config = readWebConfig({
    ...(mode === undefined ? {} : { NODE_ENV: mode }),
    PUBLIC_URL: 'https://portal.example',
    RELEASES_DIR: '/nowhere',
    LOCKS_DIR: '/nowhere',
  });
  const app = createWebApp({ config, locks: fixedLock(lock), log: pino({ level: 'silent' }), ...more });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { html: await answer.text() };
  } finally {
    server.close();
  }
}

test('development scripts stand after the shell, and there are none of their own accord', async () => {
  const { html } = await page('development', { development: { scripts: ['/@dev/reload.js'] } });
  expect(html.indexOf('<script defer src="/@dev/reload.js">')).toBeGreaterThan(html.indexOf(`${shell.baseUrl}main.js`));
  expect((await page('development')).html).not.toContain('@dev');
});
