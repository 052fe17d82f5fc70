import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { packedFolder } from '../../tools/checks/pack/packages-folder.ts';
import { ROOT } from '../../tools/commands/workspaces.ts';
import { installTarballs } from '../testing/installed-packages.ts';

const PROGRAM_TIMEOUT_MS = 120_000;
/** The longest name that a remote may have: lines of its files must not become too long by it. */
const MAX_LENGTH_NAME = 'a-name-that-is-as-long-as-any1';
const manifestSchema = z.object({ devDependencies: z.record(z.string(), z.string()) });

let folder: string;
/** The folder of a team, outside of the checkout. */
let outside: string;
let create: string;

function run(program: string, args: readonly string[], cwd: string) {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(folder, 'compiled'), HOME: folder, CI: 'true' };
  const options = { cwd, env, encoding: 'utf8', timeout: PROGRAM_TIMEOUT_MS } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, output: stdout + stderr };
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'created-')));
  outside = join(folder, 'team');
  mkdirSync(outside);
  const template = join(ROOT, 'packages', 'create-remote', 'template', 'repository', 'manifest.json');
  const { devDependencies } = manifestSchema.parse(JSON.parse(readFileSync(template, 'utf8')));
  const foreign = Object.keys(devDependencies).filter((name) => !name.startsWith('@cytocomm/'));
  await installTarballs(await packedFolder(), outside, [...foreign, 'react-dom']);
  create = join(outside, 'node_modules', '@cytocomm', 'create-remote', 'dist', 'main.js');
}, PROGRAM_TIMEOUT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What checks a remote, as a program and what follows it. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  types: ['typescript/bin/tsc', '-p', '.'],
  'linter and formatter': ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.'],
  tests: ['jest/bin/jest.js'],
};
const GATE = `
import { checkRelease, passGate } from '@cytocomm/releases/gate';
import { buildRemote } from '@cytocomm/remote-tools';
const release = await buildRemote(process.cwd(), 'production');
passGate(checkRelease('dist/' + release.release, release));
console.log(release.name);`;

describe.each([
  ['research', 'investor'],
  [MAX_LENGTH_NAME, 'customer'],
])('a remote that was made for a repository of its own, "%s" for the role %s', (name, role) => {
  let remote: string;
  beforeAll(() => {
    const { status, output } = run(create, [name, '--role', role, '--portal', 'http://127.0.0.1:9'], outside);
    if (status !== 0) throw new Error(output);
    remote = join(outside, `mfe-${name}`);
  });

  test.each(Object.entries(CHECKS))(
    'passes its %s',
    (_what, [program = '', ...args]) => {
      const { status, output } = run(join(outside, 'node_modules', program), args, remote);
      expect({ status, output: status === 0 ? '' : output }).toEqual({ status: 0, output: '' });
    },
    PROGRAM_TIMEOUT_MS,
  );

  test(
    'is built, and passes the static rules of the gate',
    () => {
      writeFileSync(join(remote, 'gate.mjs'), GATE);
      const output = execFileSync(process.execPath, ['gate.mjs'], { cwd: remote, timeout: PROGRAM_TIMEOUT_MS });
      expect(output.toString()).toBe(`mfe-${name}\n`);
      rmSync(join(remote, 'gate.mjs'));
    },
    PROGRAM_TIMEOUT_MS,
  );

  test('tells in a failing test what failed, so that its tests are run', () => {
    const path = join(remote, 'src', 'sections', 'Dates.tsx');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('No dates yet.', 'Nothing.'));
    const { status, output } = run(join(outside, 'node_modules', 'jest/bin/jest.js'), ['src/sections'], remote);
    writeFileSync(path, text);
    expect([status, output]).toEqual([1, expect.stringContaining('says when there is none')]);
  });
});

test.each([
  [[], 'A remote needs a name: npm create @cytocomm/remote NAME\n'],
  [['one', 'two'], 'One remote is made at a time: give one name.\n'],
  [['Lab'], '"Lab" is no name of a remote'],
  [['lab', '--role', 'king'], 'There is no role "king"'],
  [['lab', '--portal', 'nowhere'], '--portal is "nowhere", which is no address of a portal'],
  [['lab', '--colour', 'red'], "Unknown option '--colour'. --help says what there is.\n"],
])('what is wrong with "%s" is said in a sentence, and nothing is made', (args, words) => {
  const place = mkdtempSync(join(folder, 'place-'));
  const { status, output } = run(create, args, place);
  expect([status, output]).toEqual([1, expect.stringContaining(words)]);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(readdirSync(place)).toEqual([]);
});

test('--help tells how it is used', () => {
  expect(run(create, ['--help'], folder)).toEqual({ status: 0, output: expect.stringMatching(/^usage: npm create /) });
});
