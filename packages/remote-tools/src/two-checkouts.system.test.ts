import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './testing/written-remote.ts';

// Below the root, where what is installed can be had a second time without being copied.
let work: string;
beforeAll(() => {
  // Not in test-results, which a run of the browser tests that begins meanwhile empties.
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  work = mkdtempSync(join(ROOT, 'dist', 'checkouts-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const NOT_PART_OF_A_CHECKOUT = new Set(['dist', 'test-results', '.portal', '.git']);

/**
 * Has every file of a folder a second time; what is a link stays one. Sources are copied, since somebody may be at work on
 * them; what is installed is not.
 */
function haveAgain(from: string, to: string, isInstalled = false): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (!isInstalled && NOT_PART_OF_A_CHECKOUT.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) haveAgain(source, target, isInstalled || entry.name === 'node_modules');
    else if (isInstalled) linkSync(source, target);
    else copyFileSync(source, target);
  }
}

/** Builds shell and one remote of a checkout with its own packages; returns the manifests of both releases. */
function build(root: string): string {
  const program = join(root, 'build.mjs');
  writeFileSync(
    program,
    `import { buildRemote, buildShell } from '@cytocomm/remote-tools';
    const remote = await buildRemote('${join(root, 'mfe-investor')}', 'production', 'hidden');
    const shell = await buildShell('${join(root, 'shell')}', 'production', { maps: 'hidden' });
    process.stdout.write(JSON.stringify([remote, shell], null, 1));`,
  );
  const { stdout, stderr, status } = spawnSync(process.execPath, [program], { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

test('two checkouts of the same sources in folders of different names give the same releases, byte for byte', () => {
  const [root, elsewhere] = [join(work, 'a'), join(work, 'somewhere', 'else-entirely')];
  haveAgain(ROOT, root);
  haveAgain(root, elsewhere);
  const first = build(root);
  expect(first).toContain('mf-manifest.json');
  expect(first).toContain('remote-entry.js.map');
  expect(build(elsewhere)).toBe(first);

  // Ids without gaps would make an array of arrow functions of the modules, with which the shell starts more slowly.
  const [main = ''] = globSync(join(root, 'shell', 'dist', '*', 'main.*.js'));
  expect(readFileSync(main, 'utf8')).toMatch(/^\(\(\)=>\{"use strict";[^[{]*=\{\w+\(/);
}, 240_000);
