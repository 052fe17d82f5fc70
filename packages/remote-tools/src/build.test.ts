import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Release, releaseSchema } from '@cytocomm/contract';
import { integrityOf } from './release-manifest.ts';
import { ROOT } from './root.ts';

// Below the root, where the copies find the same packages.
let work: string;
beforeAll(() => {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  work = mkdtempSync(join(ROOT, 'test-results', 'build-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

function copyRemote(to: string): string {
  const dir = join(work, to);
  for (const part of ['package.json', 'remote.config.ts', 'src'])
    cpSync(join(ROOT, 'mfe-customer', part), join(dir, part), { recursive: true });
  return dir;
}

/** Builds in a process of its own, as a team would: webpack does not run inside jest's module system. */
function build(dir: string): Release {
  const program = join(work, 'build.mjs');
  writeFileSync(
    program,
    `import { buildRemote } from '@cytocomm/remote-tools';
    const release = await buildRemote(process.argv[2], 'production');
    process.stdout.write(JSON.stringify(release));`,
  );
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, dir], { encoding: 'utf8', timeout: 90_000 });
  if (status !== 0) throw new Error(stderr);
  return releaseSchema.parse(JSON.parse(stdout));
}

test('the same sources give the same release wherever they lie, and its manifest holds every file’s hash', () => {
  const one = copyRemote('one');
  const first = build(one);
  const second = build(copyRemote('two'));
  expect(second).toEqual(first);

  const dist = join(one, 'dist', first.release);
  expect(first.files.length).toBeGreaterThan(1);
  for (const { path, integrity, bytes } of first.files) {
    const content = readFileSync(join(dist, path));
    expect(content).toHaveLength(bytes);
    expect(integrityOf(content)).toBe(integrity);
  }
  expect(first.files.map(({ path }) => path)).toContain(first.entry);
  expect(Object.keys(first.components)).toEqual(expect.arrayContaining(['NotesAndSops']));
  expect(first.shared).toMatchObject({ react: expect.stringMatching(/^\^19/), '@cytocomm/kit': expect.any(String) });
  expect(existsSync(join(dist, `${first.entry}.br`))).toBe(true);
  expect(existsSync(join(dist, `${first.entry}.gz`))).toBe(true);

  const section = join(one, 'src', 'sections', 'NotesAndSops.tsx');
  writeFileSync(section, readFileSync(section, 'utf8').replace('Notes & SOPs', 'Notes and SOPs'));
  expect(build(one).release).not.toBe(first.release);
}, 120_000);

test('a component that is contributed but not there, or a configuration that is none, stops the build by name', () => {
  const dir = copyRemote('incomplete');
  rmSync(join(dir, 'src', 'sections', 'NotesAndSops.tsx'));
  expect(() => build(dir)).toThrow(/module for the component "NotesAndSops"/);
  writeFileSync(join(dir, 'remote.config.ts'), "export default { name: 'Not A Name', title: '', contributions: {} };");
  expect(() => build(dir)).toThrow(/remote\.config\.ts[\s\S]*name/);
}, 120_000);
