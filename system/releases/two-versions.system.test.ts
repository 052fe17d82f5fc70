import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API_VERSION } from '@cytocomm/contract';
import { PROGRAM_ENVIRONMENT } from '../../services/api/src/testing/processes.ts';
import { publishBuilds } from '../../tools/commands/portal/publish-builds.ts';
import {
  type Ended,
  type OwnPortal,
  type OwnProcess,
  startOwnPortal,
} from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';
import { installOtherVersion } from '../testing/installed-packages.ts';
import { storeTeamToken } from '../testing/team-token.ts';

const PACK_TIMEOUT_MS = 180_000;
const WHO = { by: 'a test', reason: '' };
const NEEDS_CONTRACT =
  /mfe-lab 1\.1\.0-\w+ needs contract \^1\.0\.0, the shell has 2\.0\.0\. Build it against the contract of the live shell/;
const [major = 0, minor = 0] = API_VERSION.split('.').map(Number);

let portal: OwnPortal;
let api: OwnProcess;
let token: string;
beforeAll(async () => {
  portal = await startOwnPortal();
  token = await storeTeamToken(portal.settings.MONGODB_URI ?? '', 'mfe-lab');
  const builds = [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-shop', { contract: '>=1.0.0' })];
  await publishBuilds(portal.desk, builds, WHO);
  api = await portal.startApi();
});
afterAll(() => portal[Symbol.asyncDispose]());

/** Has the tools of a version as npm would install them. Returns their program. */
async function install(name: string, version: string, made: string): Promise<string> {
  const team = join(portal.dir, name);
  await installOtherVersion({ version, api: made }, team);
  const tools = join(team, 'node_modules', '@cytocomm', 'remote-tools');
  expect(JSON.parse(readFileSync(join(tools, 'package.json'), 'utf8'))).toMatchObject({ version });
  return join(tools, 'dist', 'portal-command', 'main.js');
}

function run(program: string, args: readonly string[]): Promise<Ended> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: portal.dir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...PROGRAM_ENVIRONMENT, PORTAL_URL: api.url, PORTAL_TOKEN: token },
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

const publish = (program: string, version: string, contract: string) =>
  run(program, ['publish', fakeBuild(portal.dir, 'mfe-lab', { version, content: version, contract }).distDir]);
const promote = (program: string, version: string) => run(program, ['promote', version, '--remote', 'mfe-lab']);

test.each([
  ['newer tools before an older portal', '9.0.0', `${major + 1}.0.0`],
  ['tools of a newer API of the same kind before an older portal', '8.5.0', `${major}.${minor + 1}.0`],
  ['older tools before a portal of another API', '0.5.0', `${major - 1}.9.0`],
])(
  '%s: each command says in one sentence which tools to install, and nothing is done',
  async (name, version, made) => {
    const program = await install(name.replaceAll(' ', '-'), version, made);
    const before = await portal.desk.locks.live({});
    for (const args of [
      ['status', '--remote', 'mfe-lab'],
      ['publish', fakeBuild(portal.dir, 'mfe-lab', { version: '5.0.0', content: '5' }).distDir],
      ['promote', '1.0.0', '--remote', 'mfe-lab'],
      ['canary', '1.0.0', '--percent', '5', '--remote', 'mfe-lab'],
      ['rollback', '--remote', 'mfe-lab'],
    ]) {
      const { code, lines } = await run(program, args);
      const words = `The API of ${api.url} is ${API_VERSION}, and these tools need ^${made}. Install the tools that it serves: npm install --save-dev @cytocomm/remote-tools@latest`;
      expect([args[0], code, lines]).toEqual([args[0], 1, [words]]);
    }
    expect(await portal.desk.releases.find('mfe-lab', '5.0.0')).toBeNull();
    expect((await portal.desk.locks.live({})).id).toBe(before.id);
  },
  PACK_TIMEOUT_MS,
);

test(
  'older tools of the same API publish and promote; what their contract does not fit any more is not promoted',
  async () => {
    const program = await install('older', '0.9.0', `${major}.0.0`);
    expect(await publish(program, '1.0.0', '>=1.0.0')).toMatchObject({ lines: ['mfe-lab 1.0.0 is published.'] });
    expect(await promote(program, '1.0.0')).toMatchObject({ code: 0, lines: ['mfe-lab 1.0.0 is live.'] });

    const shell = fakeBuild(portal.dir, 'shell', { version: '2.0.0', content: 'next', contract: '2.0.0' });
    const after = await publishBuilds(portal.desk, [shell], WHO);
    expect(await publish(program, '1.1.0', '^1.0.0')).toMatchObject({ lines: ['mfe-lab 1.1.0 is published.'] });
    const refused = await promote(program, '1.1.0');
    expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(NEEDS_CONTRACT)]);
    expect((await portal.desk.locks.live({})).id).toBe(after.id);
  },
  PACK_TIMEOUT_MS,
);
