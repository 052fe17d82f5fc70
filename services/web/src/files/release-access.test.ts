import type { LockSource, ServedLocks } from '../lock-source.ts';
import { LockUnusable } from '../lock-source.ts';
import { lockedRelease, lockOf } from '../testing-lock.ts';
import { createReleaseAccess, ReleaseUnavailable, ReleaseWithdrawn } from './release-access.ts';

const lockWith = (release: string) => lockOf(lockedRelease('shell'), [lockedRelease('mfe-a', { release })]);
const [first, second, third] = ['1.0.0-000000000001', '1.0.0-000000000002', '1.0.0-000000000003'] as const;

let served: ServedLocks | undefined;
let looks: number;
let clock: number;
const locks: LockSource = {
  current: async () => lockWith(first),
  served: async () => {
    looks += 1;
    if (!served) throw new LockUnusable('no lock');
    return served;
  },
};
beforeEach(() => {
  served = { live: lockWith(first), switchedOff: [] };
  looks = 0;
  clock = 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
});
afterEach(() => jest.restoreAllMocks());

const never = () => Promise.reject(new Error('must not be called'));

test('releases of the live lock and of the canary are served, and known to be so for 5 s', async () => {
  served = { live: lockWith(first), canary: { lock: lockWith(second), share: { percent: 1 } }, switchedOff: [] };
  const access = createReleaseAccess(locks, never);
  expect([await access('mfe-a', first), await access('mfe-a', second)]).toEqual([true, true]);
  clock += 4999;
  expect([await access('mfe-a', first), await access('mfe-a', second), looks]).toEqual([true, true, 1]);
  clock += 1;
  expect([await access('mfe-a', first), looks]).toEqual([true, 2]);
});

test('what is switched off is withdrawn 5 s later, live or not, and comes back', async () => {
  const access = createReleaseAccess(locks, async () => true);
  await access('mfe-a', first);
  served = { live: lockWith(first), switchedOff: ['mfe-a'] };
  clock += 5000;
  for (const release of [first, second])
    await expect(access('mfe-a', release)).rejects.toThrow(`mfe-a ${release} is withdrawn.`);
  expect(await access('shell', first)).toBe(true);
  served = { live: lockWith(first), switchedOff: [] };
  clock += 5000;
  expect(await access('mfe-a', first)).toBe(true);
});

test('what is switched off stays withdrawn while no lock can be used', async () => {
  const access = createReleaseAccess(locks, async () => true);
  served = { live: lockWith(first), switchedOff: ['mfe-a'] };
  await access('shell', first);
  served = undefined;
  clock += 5000;
  await expect(access('mfe-a', first)).rejects.toThrow(ReleaseWithdrawn);
});

test('a page that has just become live loads its files, however fresh the last look was', async () => {
  const access = createReleaseAccess(locks, never);
  await access('mfe-a', first);
  served = { live: lockWith(second), switchedOff: [] };
  expect(await access('mfe-a', second)).toBe(true);
});

test('of an earlier release the database says each minute whether a tab may still have it', async () => {
  const bring = jest.fn(async () => true);
  const access = createReleaseAccess(locks, bring);
  await access('mfe-a', first);
  served = { live: lockWith(second), switchedOff: [] };
  clock += 5000;
  expect(await access('mfe-a', first)).toBe(true);
  expect(bring).not.toHaveBeenCalled();
  clock += 60_000;
  expect(await access('mfe-a', first)).toBe(true);
  expect(await access('mfe-a', first)).toBe(true);
  expect(bring.mock.calls).toEqual([['mfe-a', first]]);
  clock += 60_000;
  bring.mockRejectedValueOnce(new ReleaseWithdrawn('mfe-a', first));
  await expect(access('mfe-a', first)).rejects.toThrow(ReleaseWithdrawn);
  bring.mockResolvedValueOnce(false);
  expect(await access('mfe-a', third)).toBe(false);
});

test('while the locks cannot be read, served releases stay served and no others start', async () => {
  const access = createReleaseAccess(locks, () => Promise.reject(new ReleaseUnavailable('away')));
  await access('mfe-a', first);
  served = undefined;
  clock += 3_600_000;
  expect(await access('mfe-a', first)).toBe(true);
  await expect(access('mfe-a', second)).rejects.toThrow(ReleaseUnavailable);
});

test('without a database all that is on the disk is open, but for what is switched off', async () => {
  served = { live: lockWith(first), switchedOff: ['mfe-b'] };
  const access = createReleaseAccess(locks);
  expect(await access('mfe-a', third)).toBe(true);
  await expect(access('mfe-b', third)).rejects.toThrow(ReleaseWithdrawn);
});
