import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROGRAM_ENVIRONMENT } from '../../services/api/src/testing/processes.ts';
import { publishBuilds } from '../../tools/commands/portal/publish-builds.ts';
import {
  type Ended,
  type OwnPortal,
  type OwnProcess,
  startOwnPortal,
} from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';
import { ROOT } from '../../tools/commands/workspaces.ts';
import { storeTeamToken } from '../testing/team-token.ts';

const PORTAL = join(ROOT, 'packages', 'remote-tools', 'src', 'portal-command', 'main.ts');
const WHO = { by: 'a test', reason: '' };

let portal: OwnPortal;
let api: OwnProcess;
let token: string;
beforeAll(async () => {
  portal = await startOwnPortal();
  token = await storeTeamToken(portal.settings.MONGODB_URI ?? '', 'mfe-lab');
  await publishBuilds(portal.desk, [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-shop')], WHO);
  api = await portal.startApi();
});
afterAll(() => portal[Symbol.asyncDispose]());

/** Runs the command of a team, as one that has a token and the portal's address. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PORTAL, ...args], {
      cwd: portal.dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...PROGRAM_ENVIRONMENT, PORTAL_URL: api.url, PORTAL_TOKEN: token, ...env },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    child.once('error', reject);
    child.once('close', (code) => settle({ code, said: output, lines: output.trim().split('\n') }));
  });
}

const done = (line: string) => ({ code: 0, lines: [line] });
const publish = (version: string) =>
  run(['publish', fakeBuild(portal.dir, 'mfe-lab', { version, content: version }).distDir]);
const onLab = (...args: string[]) => run([...args, '--remote', 'mfe-lab']);
const live = async () => (await portal.desk.locks.live({})).remotes.map(({ name, version }) => `${name} ${version}`);

test('a team publishes, promotes, tries on some, stops and rolls back its remote, and nothing else', async () => {
  expect(await publish('1.0.0')).toMatchObject(done('mfe-lab 1.0.0 is published.'));
  expect(await onLab('promote', '1.0.0', '--reason', 'the first')).toMatchObject(done('mfe-lab 1.0.0 is live.'));
  expect(await live()).toEqual(['mfe-lab 1.0.0', 'mfe-shop 1.0.0']);
  expect(await publish('1.1.0')).toMatchObject(done('mfe-lab 1.1.0 is published.'));
  const canary = await onLab('canary', '1.1.0', '--percent', '5');
  expect(canary).toMatchObject(done('mfe-lab 1.1.0 is a canary for 5 % of visitors.'));
  expect((await onLab('status')).lines.slice(1)).toEqual([
    '  live: 1.0.0',
    '  canary: 1.1.0 for 5 % of visitors, started by token mfe-lab/a test',
    expect.stringMatching(/^ {2}a canary of token mfe-lab\/a test runs since .*, for 24 h at most$/),
    '  its team may promote it',
    expect.stringMatching(/^ {4}1\.1\.0 .* gate: passed$/),
    expect.stringMatching(/^ {2}\* 1\.0\.0 .* gate: passed$/),
  ]);
  expect(await onLab('canary', '--stop')).toMatchObject(done('The canary of mfe-lab is stopped; what is live stays.'));
  expect(await onLab('promote', '1.1.0')).toMatchObject(done('mfe-lab 1.1.0 is live.'));
  expect(await onLab('rollback')).toMatchObject(done('mfe-lab is back at 1.0.0.'));
  expect(await live()).toEqual(['mfe-lab 1.0.0', 'mfe-shop 1.0.0']);
  expect(await onLab('rollback')).toMatchObject({
    code: 1,
    lines: ['mfe-lab was not rolled back: No release of mfe-lab was live before this one.'],
  });
});

test.each([
  [['rollback', '--remote', 'mfe-shop'], 'This token is for mfe-lab alone.'],
  [['promote', '1.0.0', '--remote', 'mfe-shop'], 'This token is for mfe-lab alone.'],
  [['promote', '9.9.9', '--remote', 'mfe-lab'], 'There is no release 9.9.9 of mfe-lab: publish it first.'],
  [['promote', 'v1', '--remote', 'mfe-lab'], '"v1" is no version: it is written as in package.json, like 1.4.0.'],
  [
    ['canary', '1.1.0', '--roles', 'king', '--remote', 'mfe-lab'],
    'mfe-lab 1.1.0 was not promoted: There is no role king: the table of remotes names those of teams.',
  ],
  [['canary', '1.0.0', '--percent', '90', '--remote', 'mfe-lab'], '--percent is "90", and has to be 1 to 50.'],
  [['canary', '1.0.0', '--remote', 'mfe-lab'], 'canary takes either --percent NUMBER or --roles ROLE,…'],
  [['promote', '1.0.0', '--remote', '../x'], '--remote is "../x", which is no name of a remote.'],
  [['status'], 'is not the folder of a remote: there is no remote.config.ts in it.'],
  [['dev'], 'is not the folder of a remote'],
  [['gate'], 'is not the folder of a remote'],
  [['check'], 'is not the folder of a remote'],
  [['publish', 'nowhere'], 'There is no folder'],
  [['publish'], 'is not the folder of a remote'],
] as const)('%j is refused in one sentence, and changes nothing', async (args, words) => {
  const before = await live();
  const { code, lines } = await run(args);
  expect([code, lines]).toEqual([1, [expect.stringContaining(words)]]);
  expect(await live()).toEqual(before);
});

test('an unknown or expired token is refused in one sentence', async () => {
  const before = await live();
  const stranger = await run(['status', '--remote', 'mfe-lab'], { PORTAL_TOKEN: `cyt_${'x'.repeat(43)}` });
  expect(stranger).toMatchObject({ code: 1, lines: [expect.stringContaining('does not know this PORTAL_TOKEN')] });
  const expired = await storeTeamToken(portal.settings.MONGODB_URI ?? '', 'mfe-lab', -1000);
  for (const args of [
    ['status', '--remote', 'mfe-lab'],
    ['publish', fakeBuild(portal.dir, 'mfe-lab', { version: '3.0.0' }).distDir],
    ['promote', '1.0.0', '--remote', 'mfe-lab'],
  ])
    expect(await run(args, { PORTAL_TOKEN: expired })).toMatchObject({
      code: 1,
      lines: [
        expect.stringContaining('it was revoked, has expired, or is one of another portal. A developer makes one'),
      ],
    });
  const denied = await run(['status', '--remote', 'mfe-lab'], { PORTAL_TOKEN: '' });
  expect(denied).toMatchObject({ code: 1, lines: [expect.stringContaining('PORTAL_TOKEN has to hold a team token')] });
  expect(await live()).toEqual(before);
});
