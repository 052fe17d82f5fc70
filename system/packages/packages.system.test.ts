import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { packageIndexSchema } from '@cytocomm/releases';
import { runScript } from '../../tools/commands/testing/own-portal.ts';
import { type InstalledPackage, installTarballs } from '../testing/installed-packages.ts';
import { OUTSIDE_REMOTE } from './testing/outside-remote.ts';

const ROOT = resolve(import.meta.dirname, '..', '..');
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const PROGRAM_TIMEOUT_MS = 60_000;
/** What a tarball holds besides what was compiled. */
const BESIDES = /^(?:package\.json|README\.md|CHANGELOG\.md|LICENSE)$/;
const PRESET = /^presets\/\w+\.json$/;
/** A program that another process runs as it is. */
const PROGRAM = /^programs\/[\w-]+\.js$/;
const COMPILED = /^dist\/.*\.(?:js|d\.ts|css|d\.css\.ts)$/;

/** What a script, a declaration or a sheet names. */
const NAMED = /(?:\bfrom\s*|\bimport\s*\(?\s*|@import\s+(?:url\()?|\burl\()["']([^"'\s]+)["']/g;

let folder: string;
let tarballs: string;
/** A folder of a team's own, outside of the checkout, with the packages in its `node_modules`. */
let outside: string;
let packages: readonly InstalledPackage[];

const read = (place: string) =>
  Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name)).toString('base64')]));

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-')));
  tarballs = join(folder, 'tarballs');
  outside = join(folder, 'outside');
  const { code, said } = await runScript('pack', [tarballs]);
  if (code !== 0) throw new Error(said);
  packages = await installTarballs(tarballs, outside, ['@types/jest', '@types/node', '@types/react-dom', 'msw']);
}, PROGRAM_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there is one for each folder of packages/, with nothing in it but what users need', () => {
  const folders = globSync('packages/*/package.json', { cwd: ROOT }).map((path) => dirname(path).split(/[\\/]/)[1]);
  expect(packages.map(({ name }) => name)).toEqual(folders.sort().map((name) => `@cytocomm/${name}`));
  for (const { files, manifest } of packages) {
    // What a new remote is made from has tests of its own.
    const paths = [...files.keys()].filter((path) => !path.startsWith('template/'));
    const isMeant = (path: string) => [BESIDES, COMPILED, PRESET, PROGRAM].some((form) => form.test(path));
    const strange = paths.filter((path) => !isMeant(path));
    expect(strange).toEqual([]);
    expect(paths.filter((path) => /\.test\.|testing|gallery/i.test(path))).toEqual([]);
    expect(Object.keys(manifest)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:private|scripts|devDependencies)$/)]),
    );
  }
});

test('the index names each with its hashes and its whole manifest', () => {
  const index = packageIndexSchema.parse(JSON.parse(readFileSync(join(tarballs, 'index.json'), 'utf8')));
  expect(index.map(({ name }) => name)).toEqual(packages.map(({ name }) => name));
  for (const { name, file, integrity, shasum, manifest } of index) {
    const tarball = readFileSync(join(tarballs, file));
    expect(integrity).toBe(`sha512-${createHash('sha512').update(tarball).digest('base64')}`);
    expect(shasum).toBe(createHash('sha1').update(tarball).digest('hex'));
    expect(manifest).toEqual(packages.find((one) => one.name === name)?.manifest);
  }
});

test('publint and arethetypeswrong find nothing wrong with them', () => {
  const program = join(ROOT, 'system', 'testing', 'lint-packages-program.ts');
  const found = execFileSync(process.execPath, [program, tarballs, './css'], { timeout: PROGRAM_TIMEOUT_MS });
  const faults: unknown = JSON.parse(found.toString());
  expect(faults).toEqual(Object.fromEntries(globSync('*.tgz', { cwd: tarballs }).map((file) => [file, []])));
});

/** Whether what a file names is there for who installed the package; for declarations the types of it will do. */
function isThere({ name, files, needs }: InstalledPackage, path: string, named: string): boolean {
  if (named.startsWith('.')) return files.has(posix.join(posix.dirname(path), named));
  const of = packageOf(named);
  // A template of code that is written elsewhere; the remote that a build puts into the harness.
  if (named.startsWith('$') || named.startsWith('remote-in-harness/')) return true;
  return isBuiltin(named) || of === name || of in needs || (path.endsWith('.d.ts') && `@types/${of}` in needs);
}

test('all that they import is among their files, or is declared in a real version', () => {
  for (const one of packages) {
    const missing = [...one.files]
      .filter(([path]) => COMPILED.test(path))
      .flatMap(([path, text]) => [...text.matchAll(NAMED)].map(([, named = '']) => ({ path, named })))
      .filter(({ path, named }) => !isThere(one, path, named));
    expect({ of: one.name, missing }).toEqual({ of: one.name, missing: [] });
    for (const range of Object.values(one.needs)) expect(range).toMatch(/^\^?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  }
});

test("what exists once in a page is the user's to install", () => {
  const needsOf = (name: string) => packages.find((one) => one.name === name)?.manifest;
  expect(needsOf('@cytocomm/portal-api')).toMatchObject({
    dependencies: { '@cytocomm/contract': expect.stringMatching(/^\^\d/), '@reduxjs/toolkit': expect.any(String) },
    peerDependencies: {
      '@cytocomm/kit': expect.stringMatching(/^\^\d/),
      '@cytocomm/session': expect.stringMatching(/^\^\d/),
      react: expect.stringMatching(/^\^\d/),
    },
  });
  expect(needsOf('@cytocomm/contract')).toMatchObject({ peerDependencies: { '@types/react': expect.any(String) } });
});

test(
  'made again they are the same bytes, and what an earlier run left is gone',
  async () => {
    const again = join(folder, 'again');
    mkdirSync(again);
    writeFileSync(join(again, 'cytocomm-kit-0.1.0.tgz'), 'old');
    writeFileSync(join(again, 'somebody-else.tgz'), 'not ours');
    expect((await runScript('pack', [again])).code).toBe(0);
    const { 'somebody-else.tgz': foreign, ...ours } = read(again);
    expect(foreign).toBe(Buffer.from('not ours').toString('base64'));
    expect(ours).toEqual(read(tarballs));
  },
  PROGRAM_TIMEOUT_MS,
);

test(
  'a folder that cannot be written to is refused in a sentence',
  async () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { code, lines } = await runScript('pack', [file]);
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(/^The folder .*file cannot be made: choose another folder \(EEXIST/)],
    ]);
  },
  PROGRAM_TIMEOUT_MS,
);

describe('outside of the checkout', () => {
  /** What the compiler says of the remote, in which one file may be another. */
  function check(changed: Readonly<Record<string, string>> = {}): string {
    for (const [path, text] of Object.entries({ ...OUTSIDE_REMOTE, ...changed })) {
      mkdirSync(dirname(join(outside, path)), { recursive: true });
      writeFileSync(join(outside, path), text);
    }
    const { stdout } = spawnSync(process.execPath, [TSC, '-p', outside, '--pretty', 'false'], {
      encoding: 'utf8',
      timeout: PROGRAM_TIMEOUT_MS,
      cwd: outside,
    });
    return stdout;
  }

  test(
    'a remote is checked against their types',
    () => {
      expect(check()).toBe('');
    },
    PROGRAM_TIMEOUT_MS,
  );

  test.each(['contract', 'composition', 'composition/node', 'http', 'session', 'releases', 'releases/gate'])(
    '%s is loaded by plain Node',
    (door) => {
      const program = `import * as door from '@cytocomm/${door}'; console.log(Object.keys(door).length > 0);`;
      const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
        cwd: outside,
        timeout: PROGRAM_TIMEOUT_MS,
      });
      expect(output.toString()).toBe('true\n');
    },
  );
});
