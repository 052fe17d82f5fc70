import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { DEADLINES, isSourceMap } from '@cytocomm/composition';
import { integrityOf } from '@cytocomm/composition/node';
import { type Release, releaseSchema } from '@cytocomm/contract';
import { z } from 'zod';
import { ROOT } from './testing/written-remote.ts';

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

/** Runs a program in a process of its own, as a team would: webpack does not run inside jest's module system. */
function run(name: string, program: string, dir: string): unknown {
  const file = join(work, `${name}.mjs`);
  writeFileSync(file, program);
  const { stdout, stderr, status } = spawnSync(process.execPath, [file, dir], { encoding: 'utf8', timeout: 90_000 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

function build(dir: string, maps: 'none' | 'hidden' = 'none'): Release {
  const program = `import { buildRemote } from '@cytocomm/remote-tools';
    const release = await buildRemote(process.argv[2], 'production', '${maps}');
    process.stdout.write(JSON.stringify(release));`;
  return releaseSchema.parse(run('build', program, dir));
}

let plain: { readonly dir: string; readonly release: Release } | undefined;

/** The build of an unchanged copy, made once: a build takes seconds. */
function plainBuild(): { readonly dir: string; readonly release: Release } {
  if (plain === undefined) {
    const dir = copyRemote('one');
    plain = { dir, release: build(dir) };
  }
  return plain;
}

/** The modules that webpack reads for a remote in the browser, used or not. */
function modulesRead(dir: string): string[] {
  const inside = (name: string) => JSON.stringify(pathToFileURL(join(ROOT, 'packages/remote-tools/src', name)).href);
  const program = `import { runWebpack } from ${inside('build.ts')};
    import { readRemoteSource } from ${inside('remote-source.ts')};
    import { remoteConfig } from ${inside('webpack-config.ts')};
    const [, , dir] = process.argv;
    const stats = await runWebpack(remoteConfig(await readRemoteSource(dir), 'production', dir + '/dist'));
    process.stdout.write(JSON.stringify([...stats.compilation.modules].map((module) => module.identifier())));`;
  return z.array(z.string()).parse(run('modules', program, dir));
}

test('the same sources give the same release wherever they lie, and its manifest holds every file’s hash', () => {
  const { dir: one, release: first } = plainBuild();
  const two = copyRemote('two');
  expect(build(two)).toEqual(first);

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
  const texts = first.files.filter(({ path, bytes }) => /^[^.].*\.(js|css)$/.test(path) && bytes > 511);
  expect(texts.map(({ path }) => path.replace(/.*\./, ''))).toEqual(expect.arrayContaining(['js', 'css']));
  for (const { path } of texts)
    for (const coding of ['br', 'gz']) expect(existsSync(join(dist, `${path}.${coding}`))).toBe(true);
  expect(readFileSync(join(dist, first.entry), 'utf8')).toMatch(
    new RegExp(`,(${DEADLINES.failed}|${DEADLINES.failed / 10_000}e4)\\)`),
  );

  const section = join(two, 'src', 'sections', 'NotesAndSops.tsx');
  writeFileSync(section, readFileSync(section, 'utf8').replace('Notes & SOPs', 'Notes and SOPs'));
  expect(build(two).release).not.toBe(first.release);
}, 120_000);

const mapSchema = z.strictObject({
  sources: z.array(z.string()),
  mappings: z.string().min(1),
  names: z.array(z.string()),
  version: z.literal(3),
  sourceRoot: z.literal(''),
  ignoreList: z.array(z.number()).optional(),
});

test('a build with source maps has one for each script of a browser, which no script names and which holds no source', () => {
  expect(plainBuild().release.files.filter(({ path }) => isSourceMap(path))).toEqual([]);

  const dir = copyRemote('mapped');
  const mapped = build(dir, 'hidden');
  const dist = join(dir, 'dist', mapped.release);
  const scripts = mapped.files.map(({ path }) => path).filter((path) => /^[^/]+\.js$/.test(path));
  const maps = mapped.files.map(({ path }) => path).filter(isSourceMap);
  expect(maps).toEqual(scripts.map((path) => `${path}.map`));
  const texts = scripts.map((path) => readFileSync(join(dist, path), 'utf8'));
  expect(texts.join('')).not.toContain('sourceMappingURL');

  const sources = maps.flatMap((path) => mapSchema.parse(JSON.parse(readFileSync(join(dist, path), 'utf8'))).sources);
  expect(sources).toContain('mfe-customer/src/sections/NotesAndSops.tsx');
  expect(sources.filter((source) => /^[./]|\\|:\/\//.test(source) || source.includes(ROOT))).toEqual([]);
}, 120_000);

const federationManifest = z.object({
  metaData: z.object({ globalName: z.string(), pluginVersion: z.literal('2.9.2') }),
  exposes: z.array(
    z.object({
      name: z.string(),
      assets: z.object({
        js: z.object({ sync: z.array(z.string()) }),
        css: z.object({ sync: z.array(z.string()) }),
      }),
    }),
  ),
});

test('a remote carries no federation runtime, and its federation manifest names the files that the release does', () => {
  const {
    dir,
    release: { release, components, files },
  } = plainBuild();
  const dist = join(dir, 'dist', release);
  const entry = readFileSync(join(dist, 'remote-entry.js'), 'utf8');
  expect(entry.split('portalFederation')).toHaveLength(2);
  expect(brotliCompressSync(entry).length).toBeLessThan(3300);

  const manifest = federationManifest.parse(JSON.parse(readFileSync(join(dist, 'mf-manifest.json'), 'utf8')));
  expect(manifest.metaData.globalName).toBe('mfe_customer');
  const exposed = manifest.exposes.map(({ name, assets }) => [
    name,
    { scripts: assets.js.sync.toSorted(), styles: assets.css.sync.toSorted() },
  ]);
  const listed = Object.entries(components).map(([name, { scripts, styles }]) => [
    name,
    { scripts: scripts.toSorted(), styles: styles.toSorted() },
  ]);
  expect(Object.fromEntries(exposed)).toEqual(Object.fromEntries(listed));
  const paths = files.map(({ path }) => path);
  expect(paths).toContain('mf-manifest.json');
  expect(paths).not.toContain('mf-stats.json');
}, 120_000);

test('a remote that names calls and dates of the contract is built without a look at its schemas', () => {
  const modules = modulesRead(copyRemote('calls'));
  expect(modules.filter((module) => module.includes('packages/contract/src/calls/'))).not.toEqual([]);
  expect(modules.filter((module) => /node_modules\/zod|packages\/contract\/src\/domains\//.test(module))).toEqual([]);
}, 120_000);

test.each([
  ['^1.1.0', /allows a shell that does not give the federation's runtime; "\^1\.2\.0" does not/],
  ['newest please', /"newest please" is not a range of contract versions/],
])(
  'a remote with the contract range %s is not built',
  (range, words) => {
    const dir = copyRemote(`range-${range.length}`);
    const config = join(dir, 'remote.config.ts');
    writeFileSync(config, readFileSync(config, 'utf8').replace(/contract: '[^']+'/, `contract: '${range}'`));
    expect(() => build(dir)).toThrow(words);
  },
  120_000,
);

test('a source that cannot be read is told with its place, without where swc was', () => {
  const dir = copyRemote('unreadable');
  writeFileSync(
    join(dir, 'src', 'sections', 'NotesAndSops.tsx'),
    'export default function NotesAndSops({ if () {} }) {}',
  );
  let output = '';
  try {
    build(dir);
  } catch (error) {
    output = String(error);
  }
  expect(output).toMatch(/NotesAndSops\.tsx:1:1\]/);
  expect(output).not.toMatch(/Stack backtrace|Caused by/);
}, 120_000);

test('a component that is contributed but not there, or a configuration that is none, stops the build by name', () => {
  const dir = copyRemote('incomplete');
  rmSync(join(dir, 'src', 'sections', 'NotesAndSops.tsx'));
  expect(() => build(dir)).toThrow(/module for the component "NotesAndSops"/);
  writeFileSync(join(dir, 'remote.config.ts'), "export default { name: 'Not A Name', title: '', contributions: {} };");
  expect(() => build(dir)).toThrow(/remote\.config\.ts[\s\S]*name/);
}, 120_000);
