import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser } from '@cytocomm/bench';
import { endWithFailure, readCommandLine } from './portal/command.ts';
import { findChromium } from './programs/chromium.ts';
import { ROOT } from './workspaces.ts';

// Draws the pictures of services/web/assets that have to be pixels from the SVGs beside them. Run it after a change of one:
// npm run pictures. The pictures are in the repository, so that no browser is needed to serve them.
const ASSETS = join(ROOT, 'services', 'web', 'assets');
const FONT = join(ROOT, 'node_modules', '@fontsource-variable', 'inter', 'files', 'inter-latin-wght-normal.woff2');

const pictures = [
  { from: 'shared.svg', to: 'shared.jpg', width: 1200, height: 630 },
  { from: 'icon.svg', to: 'apple-touch-icon.png', width: 180, height: 180 },
  { from: 'icon.svg', to: 'icon-192.png', width: 192, height: 192 },
  { from: 'icon.svg', to: 'icon-512.png', width: 512, height: 512 },
];

/** An .ico that holds one PNG of 32 x 32 px. */
function icon(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const USAGE = 'usage: npm run pictures   draws the pictures of services/web/assets from the SVGs beside them';
try {
  readCommandLine({ usage: USAGE, options: {} });
} catch (error) {
  endWithFailure(error);
}

await using browser = await openBrowser(findChromium(() => {}));
const page = await browser.newPage();

async function draw(svg: string, width: number, height: number, type: 'png' | 'jpeg' = 'png'): Promise<Buffer> {
  const font = readFileSync(FONT).toString('base64');
  await page.setViewportSize({ width, height });
  await page.setContent(
    `<style>@font-face{font-family:'Inter Variable';font-weight:100 900;src:url(data:font/woff2;base64,${font})}body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${readFileSync(join(ASSETS, svg), 'utf8')}`,
  );
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot(type === 'jpeg' ? { type, quality: 84 } : { type, omitBackground: true });
}

for (const { from, to, width, height } of pictures) {
  const type = to.endsWith('.jpg') ? 'jpeg' : 'png';
  writeFileSync(join(ASSETS, to), await draw(from, width, height, type));
}
writeFileSync(join(ASSETS, 'favicon.ico'), icon(await draw('favicon.svg', 32, 32)));
