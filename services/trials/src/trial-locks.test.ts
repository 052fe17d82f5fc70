import { type ReleaseName, startTrialRecords, type TrialRecords } from './testing/trial-records.ts';
import { trialLocks } from './trial-locks.ts';
import { openTrialQueue, type TrialQueue } from './trial-queue.ts';

let records: TrialRecords;
let queue: TrialQueue;
beforeAll(async () => {
  records = await startTrialRecords();
  queue = openTrialQueue(records.uri, 'runner');
});
afterAll(async () => {
  await queue.close();
  await records.stop();
});
beforeEach(() => records.clear());

async function locksOf({ remote, release }: ReleaseName) {
  const stored = await queue.release(remote, release);
  if (stored === undefined) throw new Error(`${remote} ${release} is not stored.`);
  const { variants, needed, ...rest } = await trialLocks(queue, stored);
  const shells = variants.map(({ words, lock }) => [words, lock.shell.release]);
  const remotes = variants.map(({ lock }) => lock.remotes.map((part) => part.release));
  return { shells, inLocks: remotes, needed: needed.map((part) => part.release), ...rest };
}

const shellOf = (version: string, contract?: string) =>
  records.store('shell', { version, ...(contract && { contract }) });

test('a release is tried on the live shell and on the latest earlier one that is another', async () => {
  const [oldest, before, live] = [await shellOf('1.0.0'), await shellOf('1.1.0'), await shellOf('1.2.0')];
  const [lab, auth] = [await records.store('mfe-lab'), await records.store('mfe-auth')];
  for (const shell of [oldest, before, live]) await records.promote(shell, [lab, auth]);
  // The same shell again, with other remotes.
  await records.promote(live, [auth]);
  const tried = await records.store('mfe-lab', { version: '2.0.0', attempts: 0 });
  const locks = await locksOf(tried);
  expect(locks.shells).toEqual([
    ['the live shell', live.release],
    [`the shell before (${before.release})`, before.release],
  ]);
  for (const names of locks.inLocks) expect(names.toSorted()).toEqual([auth.release, tried.release].toSorted());
  expect(locks.needed.toSorted()).toEqual([live.release, before.release, auth.release, tried.release].toSorted());
  expect(locks).toMatchObject({ remotes: ['mfe-lab'], remark: '' });
});

test('a release of the shell itself is tried with the pages of all live remotes, on no other shell', async () => {
  const [before, live] = [await shellOf('1.0.0'), await shellOf('1.1.0')];
  const remotes = [await records.store('mfe-lab'), await records.store('mfe-auth')];
  for (const shell of [before, live]) await records.promote(shell, remotes);
  const tried = await records.store('shell', { version: '2.0.0', attempts: 0 });
  const locks = await locksOf(tried);
  expect(locks.shells).toEqual([['this shell', tried.release]]);
  expect(locks.remotes.toSorted()).toEqual(['mfe-auth', 'mfe-lab']);
  expect(locks.needed).not.toContain(live.release);
});

test('without another shell before, and with one that it does not fit, the live one alone is tried, and the outcome says so', async () => {
  const live = await shellOf('1.1.0', '1.3.0');
  await records.promote(live, []);
  const tried = await records.store('mfe-lab', { contract: '^1.3.0', attempts: 0 });
  expect(await locksOf(tried)).toMatchObject({
    shells: [['the live shell', live.release]],
    remark: 'No other shell was live before, so it was tried on the live one alone.',
  });
  const old = await shellOf('1.0.0', '1.2.0');
  await records.promote(old, []);
  await records.promote(live, []);
  expect(await locksOf(tried)).toMatchObject({
    shells: [['the live shell', live.release]],
    remark: `It does not fit the shell before (${old.release}), so it was tried on the live one alone.`,
  });
});

test('what is not live yet, does not fit or was altered cannot be tried, for a reason that is said', async () => {
  const tried = await records.store('mfe-lab', { contract: '^9.0.0', attempts: 0 });
  await expect(locksOf(tried)).rejects.toThrow('nothing is live yet that it could be tried in');
  await records.promote(await shellOf('1.0.0'), []);
  await expect(locksOf(tried)).rejects.toThrow('it does not fit what is live: ');
  await records.releases().updateOne({ remote: 'shell' }, { $set: { manifest: '{}' } });
  await expect(locksOf(tried)).rejects.toThrow('was altered in the database');
});
