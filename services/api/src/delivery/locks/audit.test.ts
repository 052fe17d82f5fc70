import { auditPageSchema, type LockItem, lockItemSchema } from '@cytocomm/contract';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { type Cable, layCable } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { startTestDatabase } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { mintToken, storeRelease } from '../../testing/releases.ts';

let cable: Cable;
let portal: TestPortal;
let admin: TestBrowser;
let developer: TestBrowser;
beforeAll(async () => {
  const database = await startTestDatabase();
  cable = await layCable(database.uri);
  portal = await startTestPortal({ MONGODB_URI: cable.uri }, '', database);
  admin = await portal.signedInAs('admin@x.example', 'admin');
  developer = await portal.signedInAs('developer@x.example', 'developer');
});
afterAll(async () => {
  cable.onCommand = undefined;
  await cable.mend();
  await portal.stop();
  cable.cut();
});
beforeEach(async () => {
  for (const name of ['releases', 'locks', 'live_lock', 'remotes', 'team_tokens'])
    await portal.connection.collection(name).deleteMany({});
});

const stored = (name: string, version = '1.0.0') => storeRelease(portal.connection, name, { version });
const send = (method: string, path: string, body?: object, as = developer) => as.authorised(method, path, { body });
const promote = (base: string | null, set: readonly object[], more: object = {}) =>
  send('POST', '/api/locks', { base, set, ...more });
const promoted = async (base: string | null, set: readonly object[], more?: object): Promise<LockItem> =>
  read(await promote(base, set, more), lockItemSchema, 201);
const state = () => portal.connection.collection<{ _id: string; lock: string }>('live_lock').findOne({ _id: 'live' });
const rows = async () => read(await admin.get('/api/admin/audit?limit=5'), auditPageSchema).items;
const PERCENT = { canary: { percent: 10 } };

async function teamThatMayPromote(remote: string): Promise<(body: object) => ReturnType<typeof promote>> {
  const body = { claims: { routes: [], sections: [], roles: [] }, mayPromote: true };
  await send('PUT', `/api/remotes/${remote}`, body, admin);
  const headers = { Authorization: `Bearer ${(await mintToken(admin, remote)).token}` };
  return (sent) => portal.browser().call('POST', '/api/locks', { body: sent, headers, as: 'bare' });
}

/** What is left when the database goes away right after a write, as for a process that ends there. */
async function withLostAnswer(name: string, collection: string, work: () => Promise<unknown>): Promise<void> {
  let isLost = false;
  cable.onCommand = (command) => {
    if (isLost || command.name !== name || command.collection !== collection) return undefined;
    isLost = true;
    return 'lose-answer';
  };
  await work();
  cable.onCommand = undefined;
  await cable.mend();
  await until('the database', async () => (await portal.browser().get('/api/press-releases')).status === 200);
}

it('refused promotions, roll backs and canaries are in the trail, once a minute, with the reason', async () => {
  const shell = await stored('shell');
  const { id } = await promoted(null, [shell]);
  for (let turn = 0; turn < 3; turn += 1) expectProblem(await promote('f'.repeat(64), [shell]), 409, 'lock-moved');
  expectProblem(await send('POST', '/api/locks/rollback', { remote: 'shell' }), 409, 'nothing-before');
  expectProblem(await send('POST', '/api/canary/promote'), 409, 'no-canary');
  const actor = 'developer@x.example';
  expect((await rows()).slice(0, 4)).toMatchObject([
    { action: 'lock.refused', actor, detail: { code: 'no-canary' } },
    { action: 'lock.refused', actor, detail: { code: 'nothing-before', wanted: '{"rollback":{"remote":"shell"}}' } },
    { action: 'lock.refused', actor, detail: { code: 'lock-moved', wanted: expect.stringContaining(shell.release) } },
    { action: 'lock.promoted', subject: id },
  ]);
});

it("a team's promotion ends no canary of others of its remote, and its own; an operator's ends it", async () => {
  const [shell, lab, other] = [await stored('shell'), await stored('mfe-lab'), await stored('mfe-other')];
  const { id: base } = await promoted(null, [shell, lab, other]);
  const asTeam = await teamThatMayPromote('mfe-lab');
  const canary = await promoted(base, [await stored('mfe-lab', '1.1.0')], PERCENT);
  const later = await stored('mfe-lab', '1.2.0');
  const { detail } = expectProblem(await asTeam({ base, set: [later] }), 409, 'conflict');
  expect(detail).toMatch(
    /^A canary of developer@x\.example runs since 20\S+, until 20\S+ at the latest, and this would/,
  );
  expect(await state()).toMatchObject({ lock: base, canary: { lock: canary.id } });
  expect((await rows())[0]).toMatchObject({ action: 'lock.refused', actor: 'token mfe-lab/pipeline' });
  const next = await promoted(base, [later]);
  expect(await state()).toMatchObject({ lock: next.id, canary: null });

  const own = { base: next.id, set: [await stored('mfe-lab', '1.3.0')] };
  read(await asTeam({ ...own, ...PERCENT }), lockItemSchema, 201);
  const whole = read(await asTeam(own), lockItemSchema, 201);
  expect(await state()).toMatchObject({ lock: whole.id, canary: null });
});

it('a promotion or switch that breaks off before its commit leaves nothing', async () => {
  const [shell, lab] = [await stored('shell'), await stored('mfe-lab')];
  const { id: base } = await promoted(null, [shell]);
  const canary = await promoted(base, [lab], PERCENT);
  const idsOf = async () => (await rows()).map(({ id }) => id);
  const before = { state: await state(), rows: await idsOf() };
  for (const change of [
    () => promote(base, [lab]),
    () => send('POST', '/api/canary/stop'),
    () => send('PUT', '/api/remotes/mfe-lab/switch', { reason: 'it fails' }),
  ])
    await withLostAnswer('update', 'live_lock', async () => expectProblem(await change(), 503, 'database-unavailable'));
  expect({ state: await state(), rows: await idsOf() }).toEqual(before);
  expect(await portal.connection.collection('locks').countDocuments()).toBe(2);
  read(await send('POST', '/api/canary/promote'), lockItemSchema);
  expect(await state()).toMatchObject({ lock: canary.id, canary: null });
});
