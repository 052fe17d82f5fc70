import { openReleaseDesk } from '@cytocomm/api';
import type { LockItem } from '@cytocomm/contract';
import { type Collection, MongoClient } from 'mongodb';
import { publishBuilds, replaceLive } from '../../tools/commands/portal/publish-builds.ts';
import { list, promote, remove, rollBack, sign, switchOff, switchOn } from '../../tools/commands/releases/locks.ts';
import { type OwnPortal, runScript, startOwnPortal } from '../../tools/commands/testing/own-portal.ts';
import { fakeBuild } from '../../tools/commands/testing/release-builds.ts';

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
  const lines: string[] = [];
  await command({ words, reason, say: (line) => void lines.push(line) });
  return lines;
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
  const [lines] = await run(rollBack, [], 'it was slow');
  expect(await live()).toMatchObject({ id: lines?.split(' ')[1], reason: 'it was slow' });
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

/** Changes the records of locks behind the portal's back. */
async function tamper(
  change: (of: { locks: Collection<{ _id: string }>; live: Collection<{ _id: string }> }) => Promise<unknown>,
) {
  const client = await MongoClient.connect(portal.settings.MONGODB_URI ?? '');
  try {
    await change({ locks: client.db().collection('locks'), live: client.db().collection('live_lock') });
  } finally {
    await client.close();
  }
}

/** Has three locks. Returns the live one. */
async function threeLocks(): Promise<LockItem> {
  await publishBuilds(portal.desk, [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-lab')], WHO);
  await release('1.1.0');
  return release('1.2.0');
}

test('a live lock that was altered is in the list with the reason, and rollback goes to the one before', async () => {
  const { id, base } = await threeLocks();
  await tamper(({ locks }) => locks.updateOne({ _id: id }, { $set: { reason: 'altered' } }));
  const [now, then, ...more] = await run(list);
  expect(now).toBe(`* ${id} cannot be used: it was altered in the database`);
  expect(then).toMatch(new RegExp(`^ {2}${base} 2`));
  expect(more).toHaveLength(1);
  await run(rollBack);
  expect(await liveVersion()).toBe('1.1.0');
  await run(rollBack);
  expect(await liveVersion()).toBe('1.0.0');
  await expect(run(rollBack)).rejects.toThrow('There is no lock before this one.');
});

test('a live lock that is gone is in the list, and rollback goes to the newest that is there', async () => {
  await threeLocks();
  const missingId = 'f'.repeat(64);
  await tamper(({ live }) => live.updateOne({ _id: 'live' }, { $set: { lock: missingId } }));
  const lines = await run(list);
  expect(lines[0]).toBe(`* ${missingId} cannot be used: it is missing from the database`);
  expect(lines).toHaveLength(4);
  await run(rollBack);
  expect(await liveVersion()).toBe('1.2.0');
  await run(rollBack);
  expect(await liveVersion()).toBe('1.1.0');
});

test('where no lock can be used any more, rollback says what to do', async () => {
  await threeLocks();
  await tamper(({ locks }) => locks.updateMany({}, { $set: { reason: 'altered' } }));
  await expect(run(rollBack)).rejects.toThrow(
    'Neither the live lock nor an earlier one can be used: npm run release -- list says why.',
  );
  expect(await run(list)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('cannot be used')));
  await expect(release('1.3.0')).rejects.toThrow(
    /was altered in the database.*\(npm run release -- rollback, or, where no earlier lock can be used, npm run release -- replace\)$/,
  );
  const builds = [fakeBuild(portal.dir, 'shell'), fakeBuild(portal.dir, 'mfe-lab', { version: '1.4.0' })];
  const lock = await replaceLive(portal.desk, builds, WHO);
  expect(await live()).toMatchObject({ id: lock.id });
  expect(await liveVersion()).toBe('1.4.0');
  await expect(replaceLive(portal.desk, builds, WHO)).rejects.toThrow('The live lock can be used');
});

test('sign makes a lock of the same releases where another key has signed the live one', async () => {
  const { id, remotes } = await threeLocks();
  await expect(run(sign)).resolves.toEqual([`Lock ${id} is live.`]);
  Object.assign(process.env, { TOKEN_SECRET: 'n'.repeat(32), TOKEN_SECRET_PREVIOUS: portal.settings.TOKEN_SECRET });
  const [lines] = await run(sign);
  expect(lines).not.toBe(`Lock ${id} is live.`);
  // Without the earlier secret.
  delete process.env.TOKEN_SECRET_PREVIOUS;
  const [now, before, ...more] = await run(list);
  expect(now).toMatch(/^\* .*: Signed by another key$/);
  expect(lines).toContain(now?.split(' ')[1]);
  expect(before).toBe(`  ${id} cannot be used: it has no signature by a key that this portal knows`);
  expect(more).toHaveLength(2);
  await expect(run(sign)).resolves.toEqual([lines]);
  await using desk = await openReleaseDesk(process.env);
  expect(await desk.locks.live({})).toMatchObject({ base: id, remotes });
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
