import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { runWebpack } from './build.ts';
import { sharedVersions } from './shared-scope.ts';
import { ROOT } from './testing/written-remote.ts';
import { baseConfig } from './webpack-config.ts';

/** One build; a busy machine needs long for the largest. */
const BUILD_TIMEOUT_MS = 120_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'package-size-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns how many bytes all of a door weigh by brotli, as the builds make it: without what is shared or loads later. */
async function weigh(door: string): Promise<number> {
  const base = baseConfig(join(ROOT, 'packages', 'remote-tools'), 'size', 'production', folder);
  const shared = Object.keys(sharedVersions(ROOT)).filter((request) => request !== door);
  await runWebpack({
    ...base,
    entry: `data:text/javascript,${encodeURIComponent(`export * from '${door}';`)}`,
    externalsType: 'module',
    externals: Object.fromEntries(shared.map((request) => [request, `module ${request}`])),
    experiments: { outputModule: true },
    output: { ...base.output, filename: 'main.js', library: { type: 'module' }, module: true },
  });
  const files = readdirSync(folder).filter((path) => /^main\.(.*\.)?(js|css)$/.test(path));
  return files.reduce((bytes, path) => bytes + brotliCompressSync(readFileSync(join(folder, path))).length, 0);
}

/** What the README of each package promises. */
test.each([
  ['@cytocomm/http', 2_048],
  ['@cytocomm/session', 4_096],
  ['@cytocomm/kit', 30_720],
  ['@cytocomm/kit/dashboard', 30_208],
])(
  '%s weighs at most %i bytes',
  async (door, limit) => {
    const bytes = await weigh(door);
    expect(bytes).toBeGreaterThan(limit / 2);
    expect(bytes).toBeLessThanOrEqual(limit);
  },
  BUILD_TIMEOUT_MS,
);
