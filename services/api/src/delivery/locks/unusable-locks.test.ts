import { type LockItem, lockItemSchema } from '@cytocomm/contract';
import { expectProblem, read } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { storeRelease } from '../../testing/releases.ts';

// What a roll-back does where locks were altered in the database, or are gone.

const portal = testPortal();
const developer = beforeTests(() => portal.signedInAs('developer@x.example', 'developer'));
beforeEach(async () => {
  for (const name of ['releases', 'locks', 'live_lock']) await portal.connection.collection(name).deleteMany({});
});

type ById = { _id: string };
const locks = () => portal.connection.collection<ById>('locks');
const send = (path: string, body?: object) => developer.authorised('POST', path, { body });
const rollBack = (body: object) => send('/api/locks/rollback', body);
const versionOf = (lock: LockItem) => lock.remotes.find(({ name }) => name === 'mfe-lab')?.version;
const before = () => portal.api.locks.lockBeforeLive();
const alter = (id: string | undefined) => locks().updateOne({ _id: id ?? '' }, { $set: { reason: 'altered' } });
const live = async () => read(await developer.get('/api/locks/live'), lockItemSchema);

async function promoted(base: string | null, version: string, more: object = {}): Promise<LockItem> {
  const lab = await storeRelease(portal.connection, 'mfe-lab', { version });
  const set = base === null ? [await storeRelease(portal.connection, 'shell'), lab] : [lab];
  return read(await send('/api/locks', { base, set, ...more }), lockItemSchema, 201);
}

/** Promotes versions in turn. Returns the ids of their locks. */
async function versions(...wanted: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const version of wanted) ids.push((await promoted(ids.at(-1) ?? null, version)).id);
  return ids;
}

/** Rolls back until there is nothing before. Returns the versions that were live in turn. */
async function allTheWay(): Promise<readonly (string | undefined)[]> {
  const steps: (string | undefined)[] = [];
  for (let to = await before(); to !== undefined; to = await before())
    steps.push(versionOf(read(await rollBack({ to }), lockItemSchema, 201)));
  return steps;
}

describe('the lock to go back to', () => {
  it('is the one before a live lock that was altered, then further back', async () => {
    const [, , third] = await versions('1.0.0', '1.1.0', '1.2.0');
    await alter(third);
    expect(await allTheWay()).toEqual(['1.1.0', '1.0.0']);
  });

  it('skips altered locks', async () => {
    const ids = await versions('1.0.0', '1.1.0', '1.2.0');
    await alter(ids[1]);
    expect(await before()).toBe(ids[0]);
    expect(await allTheWay()).toEqual(['1.0.0']);
  });

  it('of a missing live lock is the newest live one, not a stopped canary', async () => {
    const ids = await versions('1.0.0', '1.1.0');
    await promoted(ids[1] ?? null, '1.2.0', { canary: { percent: 10 } });
    await send('/api/canary/stop');
    const lost = await promoted(ids[1] ?? null, '1.3.0');
    await locks().deleteOne({ _id: lost.id });
    expect(await before()).toBe(ids[1]);
    expect(await allTheWay()).toEqual(['1.1.0', '1.0.0']);
  });

  it('without a live state is the last live lock, which becomes live again', async () => {
    const ids = await versions('1.0.0', '1.1.0');
    await portal.connection.collection('live_lock').deleteMany({});
    expect(await before()).toBe(ids[1]);
    expect(versionOf(read(await rollBack({ to: ids[1] }), lockItemSchema, 201))).toBe('1.1.0');
    expect(await allTheWay()).toEqual(['1.0.0']);
  });

  it('is undefined without a usable lock, or before the first', async () => {
    await versions('1.0.0', '1.1.0');
    await locks().updateMany({}, { $set: { reason: 'altered' } });
    await expect(before()).resolves.toBeUndefined();
    await locks().deleteMany({});
    await portal.connection.collection('live_lock').deleteMany({});
    await expect(before()).resolves.toBeUndefined();
    expectProblem(await rollBack({ to: 'a'.repeat(64) }), 404, 'not-found');
  });
});

it('a roll back of one remote skips an altered lock', async () => {
  const ids = await versions('1.0.0', '1.1.0', '1.2.0');
  await alter(ids[1]);
  expect(versionOf(read(await rollBack({ remote: 'mfe-lab' }), lockItemSchema, 201))).toBe('1.0.0');
  expectProblem(await rollBack({ remote: 'mfe-lab' }), 409, 'nothing-before');
});

it('unusable locks are listed with their fault: content, signature, or missing', async () => {
  const ids = await versions('1.0.0', '1.1.0', '1.2.0');
  await alter(ids[0]);
  await locks().updateOne({ _id: ids[1] ?? '' }, { $set: { signature: 'AAAA' } });
  await locks().deleteOne({ _id: ids[2] ?? '' });
  const rows = (await portal.api.locks.recent(10)).map(({ id, fault, isLive }) => [id, fault, isLive]);
  expect(rows).toEqual([
    [ids[2], 'is missing from the database', true],
    [ids[1], 'has no signature by a key that this portal knows', false],
    [ids[0], 'was altered in the database', false],
  ]);
  const refused = expectProblem(await rollBack({ to: ids[1] }), 409, 'conflict');
  expect(refused.detail).toContain('name the earlier one in LOCK_PUBLIC_KEYS');
});

it('a lock of the current key is not signed again, and only an unusable one can be replaced', async () => {
  const [id] = await versions('1.0.0');
  const maker = { actor: 'a test', from: '', userAgent: '' };
  expect(await portal.api.locks.signAnew('', maker)).toMatchObject({ id });
  const set = [await storeRelease(portal.connection, 'shell', { version: '2.0.0' })];
  await expect(portal.api.locks.replace({ set }, maker)).rejects.toMatchObject({ code: 'conflict' });
  await alter(id);
  await expect(portal.api.locks.signAnew('', maker)).rejects.toMatchObject({ code: 'conflict' });
  const lock = await portal.api.locks.replace({ set, reason: 'anew' }, maker);
  expect(await live()).toMatchObject({ id: lock.id, base: id, reason: 'anew', remotes: [] });
});
