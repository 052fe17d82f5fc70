import { spawnSync } from 'node:child_process';
import {
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
import { ROOT } from './testing/root.ts';

// Below the root, where files can be had a second time without being copied.
let work: string;
beforeAll(() => {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  work = mkdtempSync(join(ROOT, 'test-results', 'checkouts-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const NOT_PART_OF_A_CHECKOUT = new Set(['dist', 'test-results', '.portal', '.git']);

/** Has every file of a folder a second time; what is a link stays one. */
function haveAgain(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.isDirectory()) haveAgain(source, target);
    else linkSync(source, target);
  }
}

function checkout(path: string): string {
  const root = join(work, path);
  mkdirSync(root, { recursive: true });
  for (const entry of readdirSync(ROOT, { withFileTypes: true })) {
    if (NOT_PART_OF_A_CHECKOUT.has(entry.name)) continue;
    if (entry.isDirectory()) haveAgain(join(ROOT, entry.name), join(root, entry.name));
    else linkSync(join(ROOT, entry.name), join(root, entry.name));
  }
  return root;
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
  const root = checkout('a');
  const first = build(root);
  expect(first).toContain('mf-manifest.json');
  expect(first).toContain('remote-entry.js.map');
  expect(build(checkout('somewhere/else-entirely'))).toBe(first);

  // Ids without gaps would make an array of arrow functions of the modules, with which the shell starts more slowly.
  const [main = ''] = globSync(join(root, 'shell', 'dist', '*', 'main.*.js'));
  expect(readFileSync(main, 'utf8')).toMatch(/^\(\(\)=>\{"use strict";[^[{]*=\{\w+\(/);
}, 240_000);
