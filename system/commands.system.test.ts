import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { runScript } from '../tools/commands/testing/own-portal.ts';

const ROOT = resolve(import.meta.dirname, '..');
const manifest = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));
/** These are commands of services/api, which has tests of its own for each; one of them stands here for all. */
const OF_THE_SERVICE = ['seed', 'migrate', 'backup', 'keep-backups', 'restore', 'audit'];
/** The commands that a person runs, as package.json names them, and the file and first arguments of each. */
const commands = Object.entries(scripts).flatMap(([name, line]): [string, string, string[]][] => {
  const [, file, words] = /^node tools\/commands\/run\.mjs ([\w-]+)((?: [\w-]+)*)$/.exec(line) ?? [];
  if (file === undefined || OF_THE_SERVICE.includes(name)) return [];
  return [[name, file, words?.split(' ').slice(1) ?? []]];
});

let dir: string;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'commands-')), 'data');
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

test('the commands are found', () => {
  expect(commands.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'dev', 'test', 'build', 'bench', 'release', 'users', 'pictures']),
  );
});

test.each(commands)(
  'npm run %s explains itself, refuses what it does not know, and touches nothing for either',
  async (name, file, first) => {
    const env = { DATA_DIR: dir, MONGODB_URI: 'mongodb://127.0.0.1:9/portal' };
    const help = await runScript(file, [...first, '--help'], env);
    const unknown = await runScript(file, [...first, '--no-such-option'], env);
    expect(help).toMatchObject({ code: 0, said: expect.stringMatching(/usage: /i) });
    expect(help.said).toContain(`npm ${['start', 'test'].includes(name) ? '' : 'run '}${name}`);
    expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining("Unknown option '--no-such-option'") });
    expect(unknown.lines).toHaveLength(1);
    expect(existsSync(dir)).toBe(false);
  },
);

test.each([
  ['release', ['mfe-nope'], 'There is no workspace to build named mfe-nope; there are: shell, '],
  ['release', ['remove'], 'remove takes the name of one remote.'],
  ['release', ['promote', 'mfe-investor'], 'promote takes REMOTE@VERSION, not "mfe-investor".'],
  ['release', ['rollback', 'mfe-a', 'mfe-b'], 'rollback takes the id of one lock or the name of one remote.'],
  ['release', ['rollback'], 'There is no database to act on: MONGODB_URI is not set'],
  ['release', ['publish'], 'publish takes the names of the remotes to publish.'],
  ['release', ['publish', 'mfe-investor'], 'PORTAL_TOKEN has to hold a team token'],
  ['create-remote', [], 'A remote needs a name'],
  ['create-remote', ['a', 'b'], 'One remote is made at a time'],
  ['create-remote', ['No!'], '"No!" is no name of a remote'],
  ['create-remote', ['lab', '--role', 'king'], 'There is no role "king" to which any remote may show a section'],
  ['create-remote', ['news'], 'The name is taken: mfe-marketing has the page /news already.'],
  ['create-remote', ['investor'], 'The name is taken: there is a remote mfe-investor already.'],
  ['build', ['mfe-nope'], 'There is no workspace to build named mfe-nope; there are: shell, '],
  ['dev', ['mfe-nope'], 'there are: mfe-'],
  ['dev', ['kit', '--against', 'http://localhost:3000'], 'One remote is served at a time, by its name'],
  ['dev', ['mfe-investor', '--official-runtime'], '--official-runtime is for the whole portal'],
])('what is wrong with "%s %s" is said in one sentence', async (file, args, words) => {
  const { code, lines } = await runScript(file, args, { DATA_DIR: dir });
  expect(code).toBe(1);
  expect(lines).toEqual([expect.stringContaining(words)]);
});
