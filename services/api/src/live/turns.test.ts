import { createTurns } from './turns.ts';

const BOUNDS = { atOnce: 2, mostWaiting: 4, mostWaitingOfPerson: 2, waitMs: 5000 };

/** Work that ends when it is told to. */
function workers() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('a few have a turn at once, each person one, in the order they came', async () => {
  const turns = createTurns(BOUNDS);
  const { begun, work, end } = workers();
  const all = [
    turns.take('ann', work('ann 1')),
    turns.take('ann', work('ann 2')),
    turns.take('ann', work('ann 3')),
    turns.take('bob', work('bob 1')),
    turns.take('eve', work('eve 1')),
  ];
  await end('nobody');
  expect(begun).toEqual(['ann 1', 'bob 1']);
  await end('bob 1');
  expect(begun).toEqual(['ann 1', 'bob 1', 'eve 1']);
  await end('ann 1');
  expect(begun.at(-1)).toBe('ann 2');
  await end('ann 2');
  await end('ann 3');
  await end('eve 1');
  expect(await Promise.all(all)).toEqual(['ann 1', 'ann 2', 'ann 3', 'bob 1', 'eve 1']);
});

it('waiting has a bound for each person and for all, and does not take for ever', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const turns = createTurns(BOUNDS);
  const { begun, work, end } = workers();
  const first = [turns.take('ann', work('ann 1')), turns.take('bob', work('bob 1'))];
  const patient = [turns.take('ann', work('ann 2')), turns.take('ann', work('ann 3'))];
  expect(await turns.take('ann', work('ann 4'))).toBeUndefined();
  patient.push(turns.take('eve', work('eve 1')), turns.take('joe', work('joe 1')));
  expect(await turns.take('kim', work('kim 1'))).toBeUndefined();
  jest.advanceTimersByTime(BOUNDS.waitMs);
  expect(await Promise.all(patient)).toEqual([undefined, undefined, undefined, undefined]);
  jest.useRealTimers();
  await end('ann 1');
  await end('bob 1');
  expect(await Promise.all(first)).toEqual(['ann 1', 'bob 1']);
  expect(begun).toEqual(['ann 1', 'bob 1']);
});

it('work that fails gives its turn back', async () => {
  const turns = createTurns({ ...BOUNDS, atOnce: 1 });
  await expect(turns.take('ann', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await turns.take('ann', () => Promise.resolve('well'))).toBe('well');
});
