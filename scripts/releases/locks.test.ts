import type { LockItem } from '@cytocomm/contract';
import { publishBuilds } from '../portal/publish-builds.ts';
import { type OwnPortal, startOwnPortal } from '../testing/own-portal.ts';
import { fakeBuild } from '../testing/release-builds.ts';
import { runScript } from '../testing/run-script.ts';
import { list, promote, remove, rollBack, switchOff, switchOn } from './locks.ts';

const WHO = { by: 'a test', reason: '' };

let portal: OwnPortal;
const before = { ...process.env };
beforeEach(async () => {
  portal = await startOwnPortal();
  Object.assign(process.env, portal.settings, { DATA_DIR: portal.dataDir });
});
afterEach(async () => {
  process.env = { ...before };
  await portal[Symbol.asyncDispose]();
});

type Words = (given: {
  words: readonly string[];
  reason: string | undefined;
  say: (line: string) => void;
}) => Promise<void>;

/** Runs a word of `npm run release`. Returns what it says. */
async function run(command: Words, words: readonly string[] = [], reason?: string): Promise<string[]> {
  const said: string[] = [];
  await command({ words, reason, say: (line) => void said.push(line) });
  return said;
}

const release = (version: string, name = 'mfe-lab') =>
  publishBuilds(portal.desk, [fakeBuild(portal.dir, name, { version, content: version })], WHO);
const live = () => portal.desk.locks.live({});
const versionOf = ({ remotes }: LockItem, remote = 'mfe-lab') => remotes.find(({ name }) => name === remote)?.version;
const liveVersion = async () => versionOf(await live());

test('rollback twice goes further back, and says when there is no more', async () => {
  const builds = [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-lab')];
  const first = await publishBuilds(portal.desk, builds, WHO);
  await expect(run(rollBack)).rejects.toThrow('There is no lock before this one.');
  await release('1.1.0');
  await release('1.2.0');
  const [said] = await run(rollBack, [], 'it was slow');
  expect(await live()).toMatchObject({ id: said?.split(' ')[1], reason: 'it was slow' });
  expect(await liveVersion()).toBe('1.1.0');
  await run(rollBack);
  expect(await liveVersion()).toBe('1.0.0');
  await expect(run(rollBack)).rejects.toThrow('There is no lock before this one.');
  await run(promote, ['mfe-lab@1.2.0']);
  await run(rollBack, [first.id]);
  expect(await liveVersion()).toBe('1.0.0');
});

test('rollback of one remote leaves the others, and says when there is nothing before', async () => {
  await publishBuilds(portal.desk, [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-lab')], WHO);
  await release('1.1.0');
  await release('2.0.0', 'mfe-shop');
  await run(rollBack, ['mfe-lab']);
  expect(await liveVersion()).toBe('1.0.0');
  expect(versionOf(await live(), 'mfe-shop')).toBe('2.0.0');
  await expect(run(rollBack, ['mfe-lab'])).rejects.toThrow('No release of mfe-lab was live before this one.');
  await expect(run(rollBack, ['mfe-nope'])).rejects.toThrow('The live lock has no mfe-nope.');
  await expect(run(rollBack, ['0'.repeat(64)])).rejects.toMatchObject({ code: 'not-found' });
});

test('promote takes a version or a release; remove takes one out', async () => {
  await publishBuilds(portal.desk, [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-lab')], WHO);
  const next = fakeBuild(portal.dir, 'mfe-lab', { version: '1.1.0', content: 'two' });
  await expect(run(promote, ['mfe-lab@1.1.0'])).rejects.toThrow(
    'There is no release 1.1.0 of mfe-lab: publish it first.',
  );
  await portal.desk.releases.publishFolder(next.distDir, 'a test', []);
  await run(promote, ['mfe-lab@1.1.0']);
  expect(await liveVersion()).toBe('1.1.0');
  await expect(run(promote, ['mfe-lab@1.1.0'])).rejects.toThrow('this is live already');
  await run(rollBack);
  await run(promote, [`mfe-lab@${next.release.release}`], 'by its id');
  expect(await live()).toMatchObject({ reason: 'by its id' });
  await run(remove, ['mfe-lab']);
  expect((await live()).remotes).toEqual([]);
  await expect(run(remove, ['mfe-lab'])).rejects.toThrow('The live lock has no remote named mfe-lab.');
});

test('a remote is switched off and on, and the list has a star for what is live', async () => {
  await publishBuilds(portal.desk, [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-lab')], WHO);
  await release('1.1.0');
  await expect(run(switchOff, ['mfe-lab'], 'broken')).resolves.toEqual(['mfe-lab is switched off.']);
  await expect(run(switchOn, ['mfe-lab'])).resolves.toEqual(['mfe-lab is switched on.']);
  await expect(run(switchOff, ['mfe-nope'])).rejects.toMatchObject({ code: 'not-found' });
  const [now = '', then = '', ...more] = await run(list);
  const { id, base } = await live();
  expect(now).toMatch(new RegExp(`^\\* ${id} 2\\S+ a test$`));
  expect(then).toMatch(new RegExp(`^ {2}${base} `));
  expect(more).toEqual([]);
});

test('as a command: the answer and a refusal are one line each', async () => {
  await publishBuilds(portal.desk, [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-lab')], WHO);
  await release('1.1.0');
  const command = (...args: string[]) => runScript('release', args, { ...portal.settings, DATA_DIR: portal.dataDir });
  const done = await command('rollback', '--reason', 'slow');
  expect(done).toMatchObject({ code: 0, lines: [`Lock ${(await live()).id} is live.`] });
  const refused = await command('rollback', 'mfe-lab');
  expect(refused).toMatchObject({ code: 1, lines: ['No release of mfe-lab was live before this one.'] });
  const long = await command('switch-off', 'mfe-lab', '--reason', 'x'.repeat(501));
  expect(long).toMatchObject({ code: 1, lines: ['--reason cannot be used: at most 500 characters.'] });
});
