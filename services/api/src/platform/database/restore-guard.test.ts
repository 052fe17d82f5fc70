import { createRestoreGuard, type Presence, type RestoreGuardParts } from './restore-guard.ts';
import type { Announcement, RestoreMark } from './restore-mark.ts';

let now: number;
let mark: RestoreMark | undefined;
let announced: Announcement | undefined;
let said: string[];
let isFull: boolean;
const presence: Presence = {
  renew: async () => {
    if (isFull) throw new Error('no room');
    said.push('present');
  },
  remove: async () => void said.push('gone'),
  forgetOthers: async () => undefined,
};
const readRestores = async () => {
  said.push('looked');
  return { last: mark, announced };
};
const parts: RestoreGuardParts = { presence, readRestores, now: () => new Date(now), databaseName: () => 'portal' };
const create = () => createRestoreGuard(parts);
const check = () => Promise.resolve();
const restoring = (run: string): RestoreMark => ({ run, file: 'a.backup', begunAt: new Date(0) });

beforeEach(() => {
  [now, mark, announced, said, isFull] = [0, undefined, undefined, [], false];
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

it('a database that was looked at within 10 s is used without another look, an older look is made again, once for many', async () => {
  const use = create();
  await use.look();
  now = 9_999;
  await use.assertUsable();
  expect(said).toEqual(['looked', 'present']);
  now = 10_000;
  await Promise.all([use.assertUsable(), use.assertUsable()]);
  expect(said).toEqual(['looked', 'present', 'looked', 'present']);
});

it('a look counts as old by the time of day, too: the other clock stands while a machine sleeps', async () => {
  const use = create();
  const at = Date.now();
  const day = jest.spyOn(Date, 'now').mockReturnValue(at);
  await use.look();
  day.mockReturnValue(at + 10_000);
  await use.assertUsable();
  expect(said).toEqual(['looked', 'present', 'looked', 'present']);
});

it('does not begin on a restore that has not ended, also not one that began behind its look, and leaves no presence', async () => {
  mark = restoring('1');
  const refusal = {
    name: 'RestoreRefusal',
    state: 'restoring',
    message:
      'A restore of a.backup into this database began at 1970-01-01T00:00:00.000Z and has not ended: half of it may be there. Wait for it, or, if it was broken off, run it again with "--replace portal".',
  };
  const use = create();
  await expect(use.begin(check)).rejects.toMatchObject(refusal);
  expect(said).toEqual(['looked']);
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
  expect(said.slice(1)).toEqual(['looked', 'present', 'looked', 'gone']);
  mark = { ...restoring('2'), endedAt: new Date(1) };
  await use.begin(check);
  await use.end();
});

it.each([
  ['has not ended', {}],
  ['ended before it was seen', { endedAt: new Date(1) }],
])('a process under which a restore began that %s uses nothing any more', async (_what, end) => {
  const use = create();
  await use.begin(check);
  mark = { ...restoring('1'), ...end };
  now = 10_000;
  const refusal = { state: 'restored', message: expect.stringContaining('start the process again') };
  await expect(use.assertUsable()).rejects.toMatchObject(refusal);
  await use.replaced;
  mark = { ...restoring('1'), endedAt: new Date(1) };
  await expect(use.assertUsable()).rejects.toMatchObject(refusal);
  await expect(use.look()).rejects.toMatchObject(refusal);
});

it.each([
  ['is withdrawn', () => (announced = undefined)],
  ['was announced 30 s ago', () => (now += 30_000)],
])('a restore that is about to begin keeps a process off the database until it %s', async (_what, end) => {
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

it.each(['reads', 'writes'])('a look that %s when the use ends leaves no presence behind', async (step) => {
  const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isHeld = false;
  const hold = async (at: string) => {
    if (!isHeld || at !== step) return;
    reached.resolve();
    await gate.promise;
  };
  const use = createRestoreGuard({
    ...parts,
    presence: { ...presence, renew: () => hold('writes').then(presence.renew) },
    readRestores: () => hold('reads').then(readRestores),
  });
  await use.begin(check);
  isHeld = true;
  const look = use.look();
  await reached.promise;
  const ended = use.end();
  gate.resolve();
  await Promise.all([look, ended]);
  expect(said.at(-1)).toBe('gone');
});

it('a database that takes no writes is used all the same: what is stored is served', async () => {
  isFull = true;
  const use = create();
  await expect(use.look()).rejects.toThrow('no room');
  now = 20_000;
  await use.assertUsable();
  await use.begin(check);
  await use.end();
});
