import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '@cytocomm/releases';
import { baseConfig, type RemoteSource, runWebpack } from '@cytocomm/remote-tools';
import type { Configuration } from 'webpack';
import { ROOT } from '../root.ts';
import { monolithConfig } from './config.ts';

const marketing: RemoteSource = {
  dir: join(ROOT, 'mfe-marketing'),
  version: '0.1.0',
  config: {
    name: 'mfe-marketing',
    title: 'Marketing',
    contract: '^1.0.0',
    contributions: { routes: [], links: [], sections: [], overlays: [] },
  },
  components: {},
};

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'monolith-config-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

/** The text of the one sheet that a build of this sheet alone has. */
async function sheetOf(config: Configuration, outDir: string, sheet: string): Promise<string> {
  await runWebpack({ ...config, entry: { main: sheet } });
  const built = listFiles(outDir).find((path) => path.endsWith('.css'));
  if (built === undefined) throw new Error('the build has no stylesheet');
  return readFileSync(join(outDir, built), 'utf8');
}

it.each([
  ['mfe-marketing', 'mfe-marketing/src/blocks/Banner.module.css'],
  ['shell', 'shell/src/frame/NavigationBar.module.css'],
  ['shell', 'packages/kit/src/dialog/Dialog.module.css'],
])('classes are named as in the build of %s: %s', async (name, path) => {
  const [apart, together] = [join(dir, 'apart'), join(dir, 'together')];
  const own = await sheetOf(baseConfig(join(ROOT, name), name, 'production', apart), apart, join(ROOT, path));
  expect(own).toMatch(/\.[\w-]+-[\w-]{6}/);
  expect(await sheetOf(monolithConfig([marketing], join(dir, 'none.ts'), together), together, join(ROOT, path))).toBe(
    own,
  );
});
