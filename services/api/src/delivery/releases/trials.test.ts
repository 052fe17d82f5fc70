import { auditPageSchema, type GateReport, publishedReleaseSchema, releaseItemSchema } from '@cytocomm/contract';
import { RELEASE_COLLECTIONS, RUNNER_FRESH_MS } from '@cytocomm/releases';
import { expectProblem, read } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { archiveOf, type Files, mintToken, releaseFiles, sendRelease, storeRelease } from '../../testing/releases.ts';

const portal = testPortal();
const developer = beforeTests(() => portal.signedInAs('developer@x.example', 'developer'));
const team = beforeTests(() => mintToken(developer, 'mfe-lab'));
beforeEach(async () => {
  for (const name of [RELEASE_COLLECTIONS.releases, RELEASE_COLLECTIONS.trialRunners])
    await portal.connection.collection(name).deleteMany({});
});

const releases = () => portal.connection.collection(RELEASE_COLLECTIONS.releases);
const runners = () =>
  portal.connection.collection<{ readonly _id: string; readonly seenAt: Date }>(RELEASE_COLLECTIONS.trialRunners);
const ago = (ms: number) => new Date(Date.now() - ms);
/** A runner whose last sign of life is this old. */
const runnerSeen = (ms: number) =>
  runners().updateOne({ _id: 'runner' }, { $set: { seenAt: ago(ms) } }, { upsert: true });
const waitingFor = (ms: number) => releases().updateOne({}, { $set: { 'trial.since': ago(ms) } });
const send = async (files: Files) => sendRelease(portal.browser(), 'mfe-lab', team.token, await archiveOf(files));
const gateNow = async () => read(await developer.get('/api/releases/mfe-lab/1.0.0'), releaseItemSchema).gate;
const trialChecks = ({ checks }: GateReport) => checks.filter(({ rule }) => rule === 'trial-run');
const publish = async () => read(await send(await releaseFiles()), publishedReleaseSchema, 201);
const refusedByTrial: GateReport = {
  outcome: 'refused',
  checks: [{ rule: 'trial-run', outcome: 'refused', message: 'mfe-lab: an error in the console', place: '/lab' }],
};

it('a release waits for its trial while a runner is connected, and cannot be promoted until then', async () => {
  await runnerSeen(0);
  const { release, gate } = await publish();
  expect(gate.outcome).toBe('running');
  expect(await gateNow()).toEqual(gate);
  const promotion = { base: null, set: [{ remote: 'mfe-lab', release }] };
  const refused = await developer.authorised('POST', '/api/locks', { body: promotion });
  expect(expectProblem(refused, 409, 'gate-running').detail).toContain('mfe-lab');
});

it.each([
  ['was never connected', undefined],
  ['gave its last sign of life too long ago', RUNNER_FRESH_MS],
])('a release is not tried if a runner %s', async (_, seen) => {
  if (seen !== undefined) await runnerSeen(seen);
  const { gate } = await publish();
  expect(gate.outcome).toBe('passed');
  expect(trialChecks(gate)).toEqual([
    expect.objectContaining({ outcome: 'skipped', message: expect.stringContaining('no trial runner is connected') }),
  ]);
});

it.each([
  [
    'no runner has been connected for two minutes',
    121_000,
    121_000,
    'no trial runner has been connected for 2 minutes',
  ],
  ['no runner finished it within an hour', 0, 3_601_000, 'no trial runner finished it within 60 minutes'],
])('a reader settles a release when %s', async (_, seen, waited, why) => {
  await runnerSeen(0);
  await publish();
  await runnerSeen(seen);
  await waitingFor(waited);
  const [one, other] = await Promise.all([gateNow(), gateNow()]);
  expect(one).toEqual(other);
  expect(one.outcome).toBe('passed');
  expect(trialChecks(one)).toEqual([{ rule: 'trial-run', outcome: 'skipped', message: expect.stringContaining(why) }]);
  expect((await releases().findOne({}))?.gate).toEqual(one);
});

it.each([
  ['a runner was there within two minutes', 100_000, 3_000_000],
  ['it has not waited for two minutes yet, after an earlier runner', 600_000, 100_000],
])('a release is not settled while %s', async (_, seen, waited) => {
  await runnerSeen(0);
  const { gate } = await publish();
  await runnerSeen(seen);
  await waitingFor(waited);
  expect(await gateNow()).toEqual(gate);
});

it('the upkeep settles releases that are not read', async () => {
  await runnerSeen(0);
  await publish();
  await runnerSeen(121_000);
  await waitingFor(121_000);
  // Another API looks after the releases when it starts.
  const other = await portal.another();
  await until('the release to be settled', async () => (await releases().findOne({}))?.gate.outcome === 'passed');
  await other.stop();
});

it('a refusal is in the audit trail once', async () => {
  for (const version of ['2.0.0', '2.1.0', '2.2.0', '2.3.0', '2.4.0'])
    await storeRelease(portal.connection, 'mfe-lab', { version, gate: refusedByTrial });
  await releases().updateMany({}, { $set: { trial: { since: new Date(), attempts: 1, runner: null, unnoted: true } } });
  const others = await Promise.all([portal.another(), portal.another(), portal.another()]);
  await until('the refusals to be noted', async () => !(await releases().findOne({ 'trial.unnoted': true })));
  // Each ends what it is at.
  for (const other of others) await other.stop();
  const admin = await portal.signedInAs('admin@x.example', 'admin');
  const { items } = read(await admin.get('/api/admin/audit?limit=100'), auditPageSchema);
  expect(
    items
      .filter(({ actor }) => actor === 'trial runner')
      .map(({ detail }) => detail?.version)
      .sort(),
  ).toEqual(['2.0.0', '2.1.0', '2.2.0', '2.3.0', '2.4.0']);
});

it('a release refused by a trial stays refused without a runner, and is tried again with one', async () => {
  await runnerSeen(0);
  await publish();
  await releases().updateOne({}, { $set: { gate: refusedByTrial, 'trial.runner': null, 'trial.attempts': 3 } });
  await runnerSeen(RUNNER_FRESH_MS);
  const files = await releaseFiles();
  const without = read(await send(files), publishedReleaseSchema);
  expect(without.gate.outcome).toBe('refused');
  expect(trialChecks(without.gate)).toEqual(refusedByTrial.checks);

  await runnerSeen(0);
  expect(read(await send(files), publishedReleaseSchema).gate.outcome).toBe('running');
  expect((await releases().findOne({}))?.trial).toMatchObject({ attempts: 0, runner: null });
  expect((await gateNow()).outcome).toBe('running');
});
