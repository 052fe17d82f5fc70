import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LockRefused } from '@cytocomm/releases';
import { z } from 'zod';
import type { BuildMode } from './module-rules.ts';
import { openReleaseStore } from './release-store.ts';
import { ROOT } from './testing/written-remote.ts';

// Below the root, where the copies find the same packages.
let work: string;
beforeAll(() => {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  work = mkdtempSync(join(ROOT, 'test-results', 'names-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const outcomesSchema = z.array(
  z.union([
    z.object({ distDir: z.string(), sharedNames: z.record(z.string(), z.array(z.string())) }),
    z.object({ failure: z.string() }),
  ]),
);

/**
 * Builds workspaces for browsers, one after another, in a process of their own: webpack does not run inside jest's module
 * system. Without server builds and compressed twins, which no names follow from.
 */
function build(mode: BuildMode, ...dirs: readonly string[]): z.output<typeof outcomesSchema> {
  const program = join(work, 'build.mjs');
  const tools = (file: string) =>
    JSON.stringify(pathToFileURL(join(ROOT, 'packages', 'remote-tools', 'src', file)).href);
  writeFileSync(
    program,
    `import { basename, join } from 'node:path';
    import { remoteFacts, runWebpack, shellFacts, writeManifest } from ${tools('build.ts')};
    import { readRemoteSource } from ${tools('remote-source.ts')};
    import { remoteConfig, shellConfig } from ${tools('webpack-config.ts')};
    const [mode, ...dirs] = process.argv.slice(2);
    const outcomes = [];
    async function build(dir, distDir) {
      if (basename(dir) === 'shell') return shellFacts(dir, await runWebpack(shellConfig(dir, mode, distDir)));
      const source = await readRemoteSource(dir);
      return remoteFacts(source, await runWebpack(remoteConfig(source, mode, distDir)));
    }
    for (const dir of dirs) {
      const distDir = join(dir, 'dist');
      try {
        const { sharedNames } = writeManifest(distDir, await build(dir, distDir));
        outcomes.push({ distDir, sharedNames });
      } catch (error) {
        outcomes.push({ failure: error.message });
      }
    }
    process.stdout.write(JSON.stringify(outcomes));`,
  );
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, mode, ...dirs], {
    encoding: 'utf8',
    timeout: 110_000,
  });
  if (status !== 0) throw new Error(stderr);
  return outcomesSchema.parse(JSON.parse(stdout));
}

/** A remote with one section, whose module is the first of the given files. */
function remote(name: string, files: Readonly<Record<string, string>>): string {
  const dir = join(work, name);
  mkdirSync(join(dir, 'src', 'sections'), { recursive: true });
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name, version: '0.1.0', sideEffects: false }));
  const sections = [{ id: 'part', component: 'Part', role: 'admin', label: 'Part', order: 1 }];
  const config = { name, title: name, contract: '^1.2.0', contributions: { sections } };
  writeFileSync(join(dir, 'remote.config.ts'), `export default ${JSON.stringify(config)};`);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, 'src', 'sections', file), text);
  return dir;
}

const EVERY_FORM = {
  'Part.tsx': `
    import { Button, type ButtonProps, Card as Panel, IconName } from '@cytocomm/kit';
    import type { DialogProps } from '@cytocomm/kit';
    import * as session from '@cytocomm/session';
    import '@cytocomm/portal-api';
    import { heading } from './pieces.ts';
    export { Notice as Warning } from '@cytocomm/kit';
    export const { hasDrafts } = session;
    export async function load() {
      const { RichText } = await import('@cytocomm/kit/dashboard');
      return RichText;
    }
    export default function Part(props: ButtonProps & DialogProps & { icon: IconName }) {
      session.useSession();
      return <Panel><Button {...props}>{heading()}</Button></Panel>;
    }`,
  'pieces.ts': `
    import { Heading, Tag } from '@cytocomm/kit';
    export const heading = () => Heading;
    export const tag = () => Tag;`,
};

test('a manifest lists the names that a remote takes, in order: no types, and what is shaken out only in development', () => {
  const dir = remote('mfe-forms', EVERY_FORM);
  const usedNames = {
    '@cytocomm/kit': ['Button', 'Card', 'Heading', 'Notice'],
    '@cytocomm/kit/dashboard': ['RichText'],
    '@cytocomm/portal-api': [],
    '@cytocomm/session': ['hasDrafts', 'useSession'],
  };
  const [production] = build('production', dir);
  expect(production).toMatchObject({ sharedNames: usedNames });
  const [development] = build('development', dir);
  expect(development).toMatchObject({
    sharedNames: { ...usedNames, '@cytocomm/kit': [...usedNames['@cytocomm/kit'], 'Tag'] },
  });
}, 120_000);

test('a remote that takes all of a package is not built: file and package are named', () => {
  const forms = {
    'its-object': `import * as kit from '@cytocomm/kit'; export default () => Object.keys(kit);`,
    'one-by-a-variable': `import * as kit from '@cytocomm/kit'; export default ({ name }) => kit[name];`,
    'all-under-a-name': `export * as kit from '@cytocomm/kit'; export default () => null;`,
    'its-default-again': `export { default } from '@cytocomm/kit';`,
    'all-of-it-again': `export * from '@cytocomm/kit'; export default () => null;`,
    'its-default': `import kit from '@cytocomm/kit'; export default () => kit;`,
    'loaded-object': `export default async () => Object.keys(await import('@cytocomm/kit'));`,
    'required-object': `const kit = require('@cytocomm/kit'); export default () => Object.keys(kit);`,
  };
  const dirs = Object.entries(forms).map(([name, text]) => remote(name, { 'Part.tsx': text }));
  const failures = build('development', ...dirs);
  expect(failures).toEqual(
    dirs.map(() => ({
      failure: expect.stringMatching(
        /sections\/Part\.tsx\n.*takes all of @cytocomm\/kit: import what it needs by name/,
      ),
    })),
  );
}, 120_000);

/** A shell of this checkout whose packages are copies, so that they can be changed. */
function copyShell(): string {
  const leave = new Set(['node_modules', 'dist']);
  const copy = (path: string) =>
    cpSync(join(ROOT, path), join(work, path), {
      recursive: true,
      filter: (source) => !leave.has(basename(source)) && !/\.test\.tsx?$/.test(source),
    });
  copy('shell');
  mkdirSync(join(work, 'node_modules', '@cytocomm'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    if (name === 'remote-tools' || name === 'test-kit') continue;
    copy(join('packages', name));
    symlinkSync(join(work, 'packages', name), join(work, 'node_modules', '@cytocomm', name));
  }
  return join(work, 'shell');
}

test('a shell whose kit has renamed Card is refused beside a remote that takes Card, and accepted beside one that does not', () => {
  const shell = copyShell();
  const kit = join(work, 'packages', 'kit', 'src', 'index.ts');
  writeFileSync(kit, readFileSync(kit, 'utf8').replace('\n  Card,\n', '\n  Card as Tile,\n'));
  const news = remote('mfe-news', {
    'Part.tsx': `import { Button, Card } from '@cytocomm/kit';
      export default () => <Card><Button>News</Button></Card>;`,
  });
  const mended = remote('mfe-mended', {
    'Part.tsx': `import { Button, Tile } from '@cytocomm/kit';
      export default () => <Tile><Button>News</Button></Tile>;`,
  });

  const store = openReleaseStore(join(work, 'store'));
  const [renamed, asBefore, asNow] = build('development', shell, news, mended).map((outcome) => {
    if ('failure' in outcome) throw new Error(outcome.failure);
    return store.publish(outcome.distDir);
  });
  if (!renamed || !asBefore || !asNow) throw new Error('three builds are three releases');
  expect(Object.keys(renamed.sharedNames ?? {})).toEqual(
    Object.keys(renamed.shared)
      .filter((name) => name.startsWith('@'))
      .sort(),
  );

  const refusal = new LockRefused([
    `mfe-news ${asBefore.release} takes Card from @cytocomm/kit, which shell ${renamed.release} does not give`,
  ]);
  expect(() => store.promote(renamed, [asBefore])).toThrow(refusal);
  expect(store.promote(renamed, [asNow]).remotes).toHaveLength(1);
}, 180_000);
