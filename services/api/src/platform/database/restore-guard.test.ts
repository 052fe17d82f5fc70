import { createRestoreGuard, type Presence, type RestoreGuardParts } from './restore-guard.ts';
import type { Announcement, RestoreMark } from './restore-mark.ts';

let now: number;
let mark: RestoreMark | undefined;
let announced: Announcement | undefined;
let events: string[];
let isFull: boolean;
const presence: Presence = {
  renew: async () => {
    if (isFull) throw new Error('no room');
    events.push('present');
  },
  remove: async () => void events.push('gone'),
  forgetOthers: async () => undefined,
};
const readRestores = async () => {
  events.push('checked');
  return { last: mark, announced };
};
const parts: RestoreGuardParts = { presence, readRestores, now: () => new Date(now), databaseName: () => 'portal' };
const create = () => createRestoreGuard(parts);
const check = () => Promise.resolve();
const restoring = (run: string): RestoreMark => ({ run, file: 'a.backup', begunAt: new Date(0) });

beforeEach(() => {
  [now, mark, announced, events, isFull] = [0, undefined, undefined, [], false];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

it('a restore check is good for 10 s, then concurrent uses share a new one', async () => {
  const guard = create();
  await guard.check();
  now = 9_999;
  await guard.assertUsable();
  expect(events).toEqual(['checked', 'present']);
  now = 10_000;
  await Promise.all([guard.assertUsable(), guard.assertUsable()]);
  expect(events).toEqual(['checked', 'present', 'checked', 'present']);
});

it('a restore check expires by wall clock, too: the monotonic clock pauses in sleep', async () => {
  const guard = create();
  const at = Date.now();
  const day = jest.spyOn(Date, 'now').mockReturnValue(at);
  await guard.check();
  day.mockReturnValue(at + 10_000);
  await guard.assertUsable();
  expect(events).toEqual(['checked', 'present', 'checked', 'present']);
});

it('begin is refused during a restore, also one that starts after its check, and leaves no presence', async () => {
  mark = restoring('1');
  const refusal = {
    name: 'RestoreRefusal',
    state: 'restoring',
    message:
      'A restore of a.backup into this database began at 1970-01-01T00:00:00.000Z and has not ended: half of it may be there. Wait for it, or, if it was broken off, run it again with "--replace portal".',
  };
  const guard = create();
  await expect(guard.begin(check)).rejects.toMatchObject(refusal);
  expect(events).toEqual(['checked']);
  mark = undefined;
  const late = createRestoreGuard({
    ...parts,
    presence: {
      ...presence,
      forgetOthers: async () => {
        mark = restoring('2');
      },
    },
  });
  await expect(late.begin(check)).rejects.toMatchObject(refusal);
  expect(events.slice(1)).toEqual(['checked', 'present', 'checked', 'gone']);
  mark = { ...restoring('2'), endedAt: new Date(1) };
  await guard.begin(check);
  await guard.end();
});

it.each([
  ['has not ended', {}],
  ['ended before it was seen', { endedAt: new Date(1) }],
])('a process is refused for good once a restore began under it that %s', async (_what, end) => {
  const guard = create();
  await guard.begin(check);
  mark = { ...restoring('1'), ...end };
  now = 10_000;
  const refusal = { state: 'restored', message: expect.stringContaining('start the process again') };
  await expect(guard.assertUsable()).rejects.toMatchObject(refusal);
  await guard.replaced;
  mark = { ...restoring('1'), endedAt: new Date(1) };
  await expect(guard.assertUsable()).rejects.toMatchObject(refusal);
  await expect(guard.check()).rejects.toMatchObject(refusal);
});

it.each([
  ['is withdrawn', () => (announced = undefined)],
  ['was announced 30 s ago', () => (now += 30_000)],
])('an announced restore keeps processes off the database until it %s', async (_what, end) => {
  const [running, starting] = [create(), create()];
  await running.begin(check);
  now = 10_000;
  announced = { run: '1', file: 'a.backup', at: new Date(now) };
  const refusal = {
    name: 'RestoreRefusal',
    state: 'restoring',
    message: 'A restore of a.backup into this database is about to begin.',
  };
  await expect(running.assertUsable()).rejects.toMatchObject(refusal);
  await expect(starting.begin(check)).rejects.toMatchObject(refusal);
  end();
  await running.assertUsable();
  await starting.begin(check);
  await Promise.all([running.end(), starting.end()]);
});

it.each(['reads', 'writes'])('a check that %s when the guard ends leaves no presence behind', async (step) => {
  const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const hold = async (at: string) => {
    if (!isHeld || at !== step) return;
    reached.resolve();
    await gate.promise;
  };
  const guard = createRestoreGuard({
    ...parts,
    presence: { ...presence, renew: () => hold('writes').then(presence.renew) },
    readRestores: () => hold('reads').then(readRestores),
  });
  await guard.begin(check);
  isHeld = true;
  const running = guard.check();
  await reached.promise;
  const ended = guard.end();
  gate.resolve();
  await Promise.all([running, ended]);
  expect(events.at(-1)).toBe('gone');
});

it('a database that takes no writes can still be used', async () => {
  isFull = true;
  const guard = create();
  await expect(guard.check()).rejects.toThrow('no room');
  now = 20_000;
  await guard.assertUsable();
  await guard.begin(check);
  await guard.end();
});
