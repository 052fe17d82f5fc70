import { auditPageSchema, type LockItem, lockItemSchema, lockPageSchema, remoteListSchema } from '@cytocomm/contract';
import { liveStateSchema } from '@cytocomm/releases';
import { expectProblem, read } from '../../testing/browser.ts';
import { listenLive } from '../../testing/live-listener.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { pageAt, storeRelease } from '../../testing/releases.ts';
import { placesOf } from './history.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
const developer = beforeTests(() => portal.signedInAs('developer@x.example', 'developer'));
beforeEach(async () => {
  for (const name of ['releases', 'locks', 'live_lock']) await portal.connection.collection(name).deleteMany({});
});

const stored = (name: string, change?: Parameters<typeof storeRelease>[2]) =>
  storeRelease(portal.connection, name, change);
const send = (method: string, path: string, body?: object) => developer.authorised(method, path, { body });
const promoted = async (base: string | null, set: readonly object[], more: object = {}): Promise<LockItem> =>
  read(await send('POST', '/api/locks', { base, set, ...more }), lockItemSchema, 201);
const live = async () => read(await developer.get('/api/locks/live'), lockItemSchema);
const history = async () => read(await developer.get('/api/locks?limit=100'), lockPageSchema).items;
const rollBack = (body: object) => send('POST', '/api/locks/rollback', body);
const versionOf = (lock: LockItem, remote = 'mfe-lab') => lock.remotes.find(({ name }) => name === remote)?.version;
const rolledBack = async (body: object) => read(await rollBack(body), lockItemSchema, 201);
/** Returns which version a roll back of each remote brings back, as the list of remotes says. */
const namedBefore = async () =>
  Object.fromEntries(
    read(await developer.get('/api/remotes'), remoteListSchema).items.map(({ remote, before }) => [
      remote,
      before?.version,
    ]),
  );
const actions = async () =>
  read(await admin.get('/api/admin/audit?limit=100'), auditPageSchema).items.map(({ action }) => action);

/** Promotes versions of mfe-lab in turn. Returns their locks. */
async function versions(...wanted: readonly string[]): Promise<readonly LockItem[]> {
  const locks: LockItem[] = [await promoted(null, [await stored('shell')])];
  for (const version of wanted)
    locks.push(await promoted(locks.at(-1)?.id ?? null, [await stored('mfe-lab', { version })]));
  return locks.slice(1);
}

describe('a roll-back', () => {
  it('of one remote goes back one release each time, until there is none', async () => {
    await versions('1.0.0', '1.1.0', '1.2.0', '1.3.0');
    const other = await promoted((await live()).id, [await stored('mfe-other')]);
    for (const version of ['1.2.0', '1.1.0', '1.0.0']) {
      const before = await live();
      expect(await namedBefore()).toMatchObject({ 'mfe-lab': version, 'mfe-other': undefined });
      const lock = await rolledBack({ remote: 'mfe-lab', reason: 'it fails' });
      expect(lock).toMatchObject({ base: before.id, reason: 'it fails' });
      expect(versionOf(lock)).toBe(version);
      expect(versionOf(lock, 'mfe-other')).toBe(versionOf(other, 'mfe-other'));
    }
    expect(await namedBefore()).toMatchObject({ 'mfe-lab': undefined });
    expectProblem(await rollBack({ remote: 'mfe-lab' }), 409, 'nothing-before');
    expect(versionOf(await live())).toBe('1.0.0');
    expect((await actions()).filter((action) => action === 'lock.rolled-back')).toHaveLength(3);
    expectProblem(await rollBack({ remote: 'mfe-none' }), 404, 'not-found');
  });

  it('to a lock makes a new one with the same releases', async () => {
    const [first, second] = await versions('1.0.0', '1.1.0');
    const lock = await rolledBack({ to: first?.id });
    expect(lock).toMatchObject({ base: second?.id, shell: first?.shell, remotes: first?.remotes });
    expect(lock.id).not.toBe(first?.id);
    expectProblem(await rollBack({ to: first?.id }), 400, 'validation');
    expectProblem(await rollBack({ to: 'a'.repeat(64) }), 404, 'not-found');
    expectProblem(await rollBack({ to: 'a' }), 400, 'validation');
    expectProblem(await rollBack({}), 400, 'validation');
    expect(await history()).toHaveLength(4);
  });

  it('to releases that no longer fit is refused', async () => {
    await versions('1.0.0', '1.1.0');
    const { id } = await promoted((await live()).id, [await stored('mfe-other', pageAt('/lab'))], {
      remove: ['mfe-lab'],
    });
    const lab = await stored('mfe-lab', { version: '2.0.0' });
    const { id: base } = await promoted(id, [lab]);
    await promoted(base, [await stored('shell', { version: '2.0.0', shared: { react: '20.0.0' } })]);
    const older = await stored('mfe-lab', { version: '3.0.0', shared: { react: '^20.0.0' } });
    await promoted((await live()).id, [older]);
    const shell = await rollBack({ remote: 'shell' });
    expect(expectProblem(shell, 422, 'gate-refused').errors?.[0]?.message).toContain('needs react ^20.0.0');
  });

  it('without any lock is 404', async () => {
    expectProblem(await rollBack({ remote: 'mfe-lab' }), 404, 'not-found');
  });
});

it.each([
  ['A', undefined],
  ['AB', 'A'],
  ['ABC<B', 'A'],
  ['ABC<B<A', undefined],
  ['ABC<BC', 'B'],
  ['ABC<BD', 'B'],
  ['ABCA', 'C'],
  ['AAB', 'A'],
])('of %s the release before the last is %s', (story, expected) => {
  const places = [...story.matchAll(/(<?)([A-Z])/g)].map(([, back, release = ''], place) => ({
    lock: String(place),
    release,
    isRollback: back === '<',
  }));
  expect(placesOf(places).at(-2)?.release).toBe(expected);
});

describe('a canary', () => {
  const start = (base: string, set: readonly object[], canary: object = { percent: 10 }) =>
    send('POST', '/api/locks', { base, set, canary });

  it('is a separate lock until it is promoted', async () => {
    const [lock] = await versions('1.0.0');
    const next = await stored('mfe-lab', { version: '1.1.0' });
    const canary = read(await start(lock?.id ?? '', [next], { roles: ['investor'] }), lockItemSchema, 201);
    expect(canary).toMatchObject({ base: lock?.id, canary: { roles: ['investor'] } });
    expect((await live()).id).toBe(lock?.id);
    expect((await history())[0]).toEqual(canary);
    expectProblem(await start(lock?.id ?? '', [next]), 409, 'conflict');
    const promotedCanary = read(await send('POST', '/api/canary/promote'), lockItemSchema);
    expect(promotedCanary.id).toBe(canary.id);
    expect(await live()).toEqual(promotedCanary);
    expect(promotedCanary.canary).toBeUndefined();
    expectProblem(await send('POST', '/api/canary/promote'), 409, 'no-canary');
    expect(versionOf(await rolledBack({ remote: 'mfe-lab' }))).toBe('1.0.0');
    expect(await actions()).toEqual(expect.arrayContaining(['canary.started', 'canary.promoted']));
  });

  it('never rolls back to a stopped canary, which was never live', async () => {
    const [lock] = await versions('1.0.0');
    const base = lock?.id ?? '';
    read(await start(base, [await stored('mfe-lab', { version: '1.1.0' })]), lockItemSchema, 201);
    expect(read(await send('POST', '/api/canary/stop'), lockItemSchema).id).toBe(base);
    expectProblem(await send('POST', '/api/canary/stop'), 409, 'no-canary');
    await promoted(base, [await stored('mfe-lab', { version: '1.2.0' })]);
    expect(versionOf(await rolledBack({ remote: 'mfe-lab' }))).toBe('1.0.0');
  });

  it('ends with another promotion, which replaces its base', async () => {
    const [lock] = await versions('1.0.0');
    const base = lock?.id ?? '';
    read(await start(base, [await stored('mfe-lab', { version: '1.1.0' })]), lockItemSchema, 201);
    await promoted(base, [await stored('mfe-other')]);
    expectProblem(await send('POST', '/api/canary/promote'), 409, 'no-canary');
    expect(await actions()).toContain('canary.stopped');
  });

  it('is one for two concurrent calls', async () => {
    const [lock] = await versions('1.0.0');
    const rivals = [await stored('mfe-lab', { version: '1.1.0' }), await stored('mfe-lab', { version: '1.2.0' })];
    const answers = await Promise.all(rivals.map((rival) => start(lock?.id ?? '', [rival])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('refuses a canary for no one, for all, or as the first lock', async () => {
    const shell = await stored('shell');
    const first = await send('POST', '/api/locks', { base: null, set: [shell], canary: { percent: 10 } });
    expectProblem(first, 400, 'validation');
    const { id } = await promoted(null, [shell]);
    const lab = await stored('mfe-lab');
    for (const canary of [{ percent: 0 }, { percent: 51 }, { roles: [] }, { roles: ['king'] }, {}])
      expectProblem(await start(id, [lab], canary), 400, 'validation');
  });
});

describe('a kill switch', () => {
  const stateOf = () => portal.connection.collection<{ _id: string }>('live_lock').findOne({ _id: 'live' });
  const off = (remote: string, reason = 'it fails') => send('PUT', `/api/remotes/${remote}/switch`, { reason });

  it('is set and cleared with person and reason, and stays after a promotion', async () => {
    await versions('1.0.0');
    expect((await off('mfe-lab')).status).toBe(204);
    expect((await off('mfe-lab', 'it fails badly')).status).toBe(204);
    const entry = { remote: 'mfe-lab', reason: 'it fails badly', by: 'developer@x.example' };
    expect(await stateOf()).toMatchObject({ switchedOff: [entry] });
    const next = await promoted((await live()).id, [await stored('mfe-lab', { version: '1.1.0' })]);
    expect(await stateOf()).toMatchObject({ lock: next.id, switchedOff: [entry] });
    expect((await send('DELETE', '/api/remotes/mfe-lab/switch')).status).toBe(204);
    expectProblem(await send('DELETE', '/api/remotes/mfe-lab/switch'), 404, 'not-found');
    expect(await stateOf()).toMatchObject({ switchedOff: [] });
    expect(await actions()).toEqual(expect.arrayContaining(['remote.switched-off', 'remote.switched-on']));
  });

  it('is not lost for concurrent calls, and ends with its remote', async () => {
    const names = Array.from({ length: 6 }, (_, number) => `mfe-lab${number}`);
    const shell = await stored('shell');
    const lock = await promoted(null, [shell, ...(await Promise.all(names.map((name) => stored(name))))]);
    const answers = await Promise.all(names.map((name) => off(name)));
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 204));
    await promoted(lock.id, [], { remove: ['mfe-lab0'] });
    const { switchedOff } = liveStateSchema.parse(await stateOf());
    expect(switchedOff.map(({ remote }) => remote).toSorted()).toEqual(names.slice(1));
  });

  it('works for remotes of a canary, and for any remote of an unreadable lock', async () => {
    const [lock] = await versions('1.0.0');
    const canary = { canary: { percent: 10 } };
    await promoted(lock?.id ?? '', [await stored('mfe-other')], canary);
    expect((await off('mfe-other')).status).toBe(204);
    expectProblem(await off('mfe-none'), 404, 'not-found');
    await send('POST', '/api/canary/stop');
    expectProblem(await off('mfe-other'), 404, 'not-found');
    await portal.connection.collection('locks').updateMany({}, { $set: { reason: 'altered' } });
    expect((await off('mfe-none')).status).toBe(204);
  });

  it('is refused for the shell, the sign-in, and remotes that are not live', async () => {
    await versions('1.0.0');
    for (const remote of ['shell', 'mfe-auth', 'mfe-developer']) expectProblem(await off(remote), 400, 'validation');
    expectProblem(await off('mfe-none'), 404, 'not-found');
    expectProblem(await off('mfe-lab', ' '), 400, 'validation');
  });
});

it('only operators hear of a new live lock', async () => {
  const investor = await portal.signedInAs('investor@x.example', 'investor');
  const [told, untold] = [await listenLive(developer, portal.url), await listenLive(investor, portal.url)];
  const { id } = await promoted(null, [await stored('shell')]);
  await told.hears({ collection: 'locks', id });
  await told.hears({ collection: 'live_lock', id: 'live' });
  await admin.authorised('POST', '/api/admin/events', { body: { title: 'A day', date: '2026-12-01' } });
  await untold.hears({ collection: 'events' });
  expect(untold.heard.map(({ data }) => 'collection' in data && data.collection)).toEqual(['events']);
  for (const listener of [told, untold]) listener.close();
});
