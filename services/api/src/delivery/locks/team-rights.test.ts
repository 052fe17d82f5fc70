import {
  auditPageSchema,
  type LockItem,
  lockItemSchema,
  type RemoteStatus,
  remoteStatusSchema,
} from '@cytocomm/contract';
import { liveStateSchema } from '@cytocomm/releases';
import { expectProblem, read } from '../../testing/browser.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { mintToken, storeRelease } from '../../testing/releases.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
const developer = beforeTests(() => portal.signedInAs('developer@x.example', 'developer'));
beforeEach(async () => {
  for (const name of ['releases', 'locks', 'live_lock', 'remotes', 'team_tokens'])
    await portal.connection.collection(name).deleteMany({});
});

const stored = (name: string, version = '1.0.0') => storeRelease(portal.connection, name, { version });
const asOperator = (method: string, path: string, body?: object) => developer.authorised(method, path, { body });
const promoted = async (base: string | null, set: readonly object[], more: object = {}): Promise<LockItem> =>
  read(await asOperator('POST', '/api/locks', { base, set, ...more }), lockItemSchema, 201);
const versionOf = (lock: LockItem, remote = 'mfe-lab') => lock.remotes.find(({ name }) => name === remote)?.version;
const PERCENT = { canary: { percent: 10 } };

type AsTeam = (method: string, path: string, body?: object) => ReturnType<typeof asOperator>;

async function team(remote: string, mayPromote: boolean): Promise<AsTeam> {
  const row = { claims: { routes: [], sections: [], roles: [] }, mayPromote };
  expect((await admin.authorised('PUT', `/api/remotes/${remote}`, { body: row })).status).toBe(200);
  const { token } = await mintToken(developer, remote);
  return (method, path, body) =>
    portal.browser().call(method, path, { body, headers: { Authorization: `Bearer ${token}` }, as: 'bare' });
}

describe('a roll-back by a team', () => {
  it('is possible for its own remote only', async () => {
    const { id } = await promoted(null, [await stored('shell'), await stored('mfe-lab'), await stored('mfe-other')]);
    const { id: second } = await promoted(id, [await stored('mfe-other', '1.1.0')]);
    await promoted(second, [await stored('mfe-lab', '1.1.0')]);
    const asTeam = await team('mfe-lab', true);
    expectProblem(await asTeam('POST', '/api/locks/rollback', { remote: 'mfe-other' }), 403, 'forbidden');
    expectProblem(await asTeam('POST', '/api/locks/rollback', { remote: 'shell' }), 403, 'forbidden');
    expectProblem(await asTeam('POST', '/api/locks/rollback', { to: id }), 403, 'forbidden');
    expectProblem(await asTeam('POST', '/api/locks/rollback', {}), 400, 'validation');
    const body = { remote: 'mfe-lab', reason: 'it is slow' };
    const lock = read(await asTeam('POST', '/api/locks/rollback', body), lockItemSchema, 201);
    expect(lock).toMatchObject({ createdBy: 'token mfe-lab/pipeline', reason: 'it is slow' });
    expect([versionOf(lock), versionOf(lock, 'mfe-other')]).toEqual(['1.0.0', '1.1.0']);
    expectProblem(await asTeam('POST', '/api/locks/rollback', { remote: 'mfe-lab' }), 409, 'nothing-before');
    const { items } = read(await admin.get(`/api/admin/audit?subject=${lock.id}`), auditPageSchema);
    expect(items).toMatchObject([{ action: 'lock.rolled-back', actor: 'token mfe-lab/pipeline' }]);
  });

  it('requires the right to promote', async () => {
    const { id } = await promoted(null, [await stored('shell'), await stored('mfe-lab')]);
    const live = await promoted(id, [await stored('mfe-lab', '1.1.0')]);
    const asTeam = await team('mfe-lab', false);
    expectProblem(await asTeam('POST', '/api/locks/rollback', { remote: 'mfe-lab' }), 403, 'forbidden');
    expect(read(await developer.get('/api/locks/live'), lockItemSchema).id).toBe(live.id);
  });
});

describe('while a canary of others runs, a team', () => {
  const state = async () => liveStateSchema.parse(await portal.connection.collection('live_lock').findOne({}));
  const lockOf = async (id = '') => read(await developer.get(`/api/locks/${id}`), lockItemSchema);
  const versionsOf = (lock: LockItem) => [versionOf(lock), versionOf(lock, 'mfe-other')];

  /** Starts a canary of mfe-other 1.1.0 while a bad mfe-lab 1.1.0 is live. */
  async function canaryOfOthers() {
    const { id } = await promoted(null, [await stored('shell'), await stored('mfe-lab'), await stored('mfe-other')]);
    const { id: base } = await promoted(id, [await stored('mfe-lab', '1.1.0')]);
    const set = [await stored('mfe-other', '1.1.0')];
    const others = await team('mfe-other', true);
    const canary = read(
      await others('POST', '/api/locks', { base, set, reason: 'new', ...PERCENT }),
      lockItemSchema,
      201,
    );
    return { base, canary, others, before: await state(), asTeam: await team('mfe-lab', true) };
  }

  it('rolls its remote back in both locks; the canary keeps share, time and owner', async () => {
    const { canary, others, before, asTeam } = await canaryOfOthers();
    const lock = read(await asTeam('POST', '/api/locks/rollback', { remote: 'mfe-lab' }), lockItemSchema, 201);
    expect(versionsOf(lock)).toEqual(['1.0.0', '1.0.0']);
    const after = await state();
    expect(after).toMatchObject({ lock: lock.id, canary: { ...before.canary, lock: after.canary?.lock } });
    const next = await lockOf(after.canary?.lock);
    expect(next).toMatchObject({ base: lock.id, reason: 'new', createdBy: canary.createdBy, canary: { percent: 10 } });
    expect([next.id === canary.id, ...versionsOf(next)]).toEqual([false, '1.0.0', '1.1.0']);
    const { items } = read(await admin.get(`/api/admin/audit?subject=${next.id}`), auditPageSchema);
    expect(items).toMatchObject([
      { action: 'canary.started', actor: 'token mfe-lab/pipeline', detail: { base: lock.id } },
    ]);
    expect(JSON.stringify(items)).toContain(`goes on from ${canary.id}`);
    expect((await asOperator('POST', '/api/canary/promote')).status).toBe(200);
    const back = read(await others('POST', '/api/locks/rollback', { remote: 'mfe-other' }), lockItemSchema, 201);
    expect(versionsOf(back)).toEqual(['1.0.0', '1.0.0']);
  });

  it('promotes and removes its remote in both locks', async () => {
    const { base, asTeam } = await canaryOfOthers();
    const set = [await stored('mfe-lab', '1.2.0')];
    const lock = read(await asTeam('POST', '/api/locks', { base, set }), lockItemSchema, 201);
    expect(versionsOf(await lockOf((await state()).canary?.lock))).toEqual(['1.2.0', '1.1.0']);
    read(await asTeam('POST', '/api/locks', { base: lock.id, set: [], remove: ['mfe-lab'] }), lockItemSchema, 201);
    const { lock: live, canary } = await state();
    for (const id of [live, canary?.lock]) expect(versionOf(await lockOf(id))).toBeUndefined();
  });

  it('cannot start its own, and learns whose runs since when', async () => {
    const { base, before, asTeam } = await canaryOfOthers();
    const set = [await stored('mfe-lab', '1.2.0')];
    const { detail } = expectProblem(await asTeam('POST', '/api/locks', { base, set, ...PERCENT }), 409, 'conflict');
    const since = before.canary?.startedAt.toISOString();
    expect(detail).toContain(`A canary of token mfe-other/pipeline runs since ${since}, until `);
    const { runningCanary, canary } = read(await asTeam('GET', '/api/remotes/mfe-lab'), remoteStatusSchema);
    expect([canary, runningCanary]).toEqual([null, { startedBy: 'token mfe-other/pipeline', startedAt: since }]);
  });

  it.each([
    ['tries just what it goes back to', [{ remote: 'mfe-lab', version: '1.0.0' }], {}],
    [
      'has a shell that the earlier release does not fit',
      [{ remote: 'shell', version: '2.0.0' }],
      { contract: '2.0.0' },
    ],
  ])('can roll back even if that ends the canary, which %s', async (_, set, shell) => {
    const first = [await stored('shell'), await stored('mfe-lab')];
    const { id } = await promoted(null, first);
    await storeRelease(portal.connection, 'shell', { version: '2.0.0', ...shell });
    const both = await storeRelease(portal.connection, 'mfe-lab', { version: '1.1.0', contract: '>=1.0.0' });
    const { id: base } = await promoted(id, [both]);
    const canary = await promoted(base, set, PERCENT);
    const asTeam = await team('mfe-lab', true);
    const lock = read(await asTeam('POST', '/api/locks/rollback', { remote: 'mfe-lab' }), lockItemSchema, 201);
    expect([versionOf(lock), (await state()).canary]).toEqual(['1.0.0', null]);
    const { items } = read(await admin.get(`/api/admin/audit?subject=${canary.id}`), auditPageSchema);
    expect(items[0]).toMatchObject({ action: 'canary.stopped', actor: 'token mfe-lab/pipeline' });
  });

  it('can roll back even if the canary was altered', async () => {
    const { canary, asTeam } = await canaryOfOthers();
    const change = { $set: { 'shell.baseUrl': '/elsewhere/' } };
    await portal.connection.collection<{ _id: string }>('locks').updateOne({ _id: canary.id }, change);
    expect((await asTeam('POST', '/api/locks/rollback', { remote: 'mfe-lab' })).status).toBe(201);
    expect((await state()).canary).toBeNull();
  });
});

it('a team can stop only a canary that it started', async () => {
  const { id: base } = await promoted(null, [await stored('shell'), await stored('mfe-other')]);
  const asTeam = await team('mfe-lab', true);
  expectProblem(await asTeam('POST', '/api/canary/stop'), 409, 'no-canary');
  await promoted(base, [await stored('mfe-other', '1.1.0')], PERCENT);
  expectProblem(await asTeam('POST', '/api/canary/stop'), 409, 'conflict');
  expect((await asOperator('POST', '/api/canary/stop')).status).toBe(200);
  const own = { base, set: [await stored('mfe-lab')], ...PERCENT };
  read(await asTeam('POST', '/api/locks', own), lockItemSchema, 201);
  const mayNot = await team('mfe-lab', false);
  expectProblem(await mayNot('POST', '/api/canary/stop'), 403, 'forbidden');
  await team('mfe-lab', true);
  expect(read(await asTeam('POST', '/api/canary/stop'), lockItemSchema).id).toBe(base);
});

describe('the status of a remote', () => {
  const status = async (asTeam: AsTeam, remote = 'mfe-lab'): Promise<RemoteStatus> =>
    read(await asTeam('GET', `/api/remotes/${remote}`), remoteStatusSchema);

  it('shows its team the live release, the canary and its rights', async () => {
    const asTeam = await team('mfe-lab', true);
    expect(await status(asTeam)).toMatchObject({ live: null, canary: null, mayPromote: true, switchedOff: null });
    const { id: base } = await promoted(null, [await stored('shell'), await stored('mfe-lab')]);
    await promoted(base, [await stored('mfe-lab', '1.1.0')], PERCENT);
    expect((await asOperator('PUT', '/api/remotes/mfe-lab/switch', { reason: 'it fails' })).status).toBe(204);
    expect(await status(asTeam)).toMatchObject({
      remote: 'mfe-lab',
      live: { name: 'mfe-lab', version: '1.0.0' },
      canary: { version: '1.1.0', share: { percent: 10 }, startedBy: 'developer@x.example' },
      switchedOff: { reason: 'it fails' },
      api: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    expectProblem(await asTeam('GET', '/api/remotes/mfe-other'), 403, 'forbidden');
  });

  it('hides the canaries of others, and gives an unknown remote the default claims', async () => {
    const { id: base } = await promoted(null, [await stored('shell'), await stored('mfe-lab')]);
    await promoted(base, [await stored('mfe-other')], PERCENT);
    expect(await status(asOperator)).toMatchObject({ live: { version: '1.0.0' }, canary: null });
    expect(await status(asOperator, 'mfe-unknown')).toMatchObject({
      live: null,
      mayPromote: false,
      claims: { routes: [], roles: ['investor', 'customer'] },
    });
  });
});
