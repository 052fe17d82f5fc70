import type { GateCheck } from '@cytocomm/contract';
import { RUNNER_FRESH_MS } from '@cytocomm/releases';
import { startTrialRecords, type TrialRecords } from './testing/trial-records.ts';
import { openTrialQueue, type TakenRelease, type TrialQueue } from './trial-queue.ts';

let records: TrialRecords;
let one: TrialQueue;
let other: TrialQueue;
beforeAll(async () => {
  records = await startTrialRecords();
});
afterAll(() => records.stop());
beforeEach(async () => {
  await records.clear();
  one = openTrialQueue(records.uri, 'one');
  other = openTrialQueue(records.uri, 'other');
  await Promise.all([one.beat(), other.beat()]);
});
afterEach(() => Promise.all([one.close(), other.close()]));

const PASSED: readonly GateCheck[] = [{ rule: 'trial-run', outcome: 'passed', message: 'fine' }];
const REFUSED: readonly GateCheck[] = [{ rule: 'trial-run', outcome: 'refused', message: 'not fine' }];
const stored = (version = '1.0.0') => records.releases().findOne({ version });

async function take(queue: TrialQueue): Promise<TakenRelease> {
  const found = await queue.take();
  if (found === undefined) throw new Error('There was nothing to take.');
  return found;
}

test('of runners that take at once each release goes to one', async () => {
  const versions = Array.from({ length: 12 }, (_, number) => `1.0.${number}`);
  for (const version of versions) await records.store('mfe-lab', { version, attempts: 0 });
  const took: string[] = [];
  const work = async (queue: TrialQueue) => {
    for (let next = await queue.take(); next !== undefined; next = await queue.take()) {
      took.push(next.stored.version);
      expect(next.attempt).toBe(1);
      expect(await queue.finish(next, PASSED)).toBe(true);
    }
  };
  await Promise.all([work(one), work(other)]);
  expect(took.toSorted()).toEqual(versions.toSorted());
  expect(await records.releases().countDocuments({ 'gate.outcome': 'passed', 'trial.attempts': 1 })).toBe(12);
});

test('a release of a connected runner is not taken by another', async () => {
  await records.store('mfe-lab', { attempts: 0 });
  expect((await take(one)).attempt).toBe(1);
  expect(await other.take()).toBeUndefined();
});

test('a runner whose signs of life ended loses its release, and what it finds then is not written', async () => {
  await records.store('mfe-lab', { attempts: 0 });
  const lost = await take(one);
  await records.runners().updateOne({ _id: 'one' }, { $set: { seenAt: new Date(Date.now() - RUNNER_FRESH_MS) } });
  const next = await take(other);
  expect(next.attempt).toBe(2);
  const before = await stored();
  expect(await one.finish(lost, REFUSED)).toBe(false);
  await one.giveBack(lost);
  expect(await stored()).toEqual(before);
  expect(await other.finish(next, PASSED)).toBe(true);
  expect((await stored())?.gate).toEqual({ outcome: 'passed', checks: PASSED });
});

test('a runner that gave no sign of life for long gives one before it takes', async () => {
  await records.store('mfe-lab', { attempts: 0 });
  const late = openTrialQueue(records.uri, 'late');
  await take(late);
  expect(await other.take()).toBeUndefined();
  await late.close();
});

test('what a runner gives back, and what one leaves that ends, is the next one’s, the first without an attempt', async () => {
  await records.store('mfe-lab', { attempts: 0 });
  await one.giveBack(await take(one));
  expect((await take(other)).attempt).toBe(1);
  await other.leave();
  expect((await take(one)).attempt).toBe(2);
});

test('a release that was settled meanwhile keeps its outcome', async () => {
  await records.store('mfe-lab', { attempts: 0 });
  const decided = await take(one);
  await records.releases().updateOne({}, { $set: { 'gate.outcome': 'passed' } });
  const before = await stored();
  expect(await one.finish(decided, REFUSED)).toBe(false);
  expect(await stored()).toEqual(before);
  expect(await records.announcements().countDocuments()).toBe(0);
});

test('a refusal is announced, and marked as one that the audit trail does not know yet', async () => {
  await records.store('mfe-lab', { attempts: 0 });
  const release = await take(one);
  await one.finish(release, REFUSED);
  const event = { collection: 'releases', type: 'changed', id: String(release._id) };
  expect(await records.announcements().find().toArray()).toMatchObject([{ event, to: ['admin', 'developer'] }]);
  expect(await stored()).toMatchObject({
    gate: { outcome: 'refused', checks: REFUSED },
    trial: { runner: null, unnoted: true },
  });
});
