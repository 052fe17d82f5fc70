import { createFairQueue } from './fair-queue.ts';

const BOUNDS = { maxRunning: 2, maxQueued: 4, maxQueuedPerUser: 2, timeoutMs: 5000 };

/** Work that ends on demand. */
function workers() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it('runs a few at once, one per user, in the order they came', async () => {
  const queue = createFairQueue(BOUNDS);
  const { started, work, end } = workers();
  const all = [
    queue.run('ann', work('ann 1')),
    queue.run('ann', work('ann 2')),
    queue.run('ann', work('ann 3')),
    queue.run('bob', work('bob 1')),
    queue.run('eve', work('eve 1')),
  ];
  await end('unknown');
  expect(started).toEqual(['ann 1', 'bob 1']);
  await end('bob 1');
  expect(started).toEqual(['ann 1', 'bob 1', 'eve 1']);
  await end('ann 1');
  expect(started.at(-1)).toBe('ann 2');
  await end('ann 2');
  await end('ann 3');
  await end('eve 1');
  expect(await Promise.all(all)).toEqual(['ann 1', 'ann 2', 'ann 3', 'bob 1', 'eve 1']);
});

it('the queue is bounded per user and in all, and no one waits for ever', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  const queue = createFairQueue(BOUNDS);
  const { started, work, end } = workers();
  const first = [queue.run('ann', work('ann 1')), queue.run('bob', work('bob 1'))];
  const patient = [queue.run('ann', work('ann 2')), queue.run('ann', work('ann 3'))];
  expect(await queue.run('ann', work('ann 4'))).toBeUndefined();
  patient.push(queue.run('eve', work('eve 1')), queue.run('joe', work('joe 1')));
  expect(await queue.run('kim', work('kim 1'))).toBeUndefined();
  jest.advanceTimersByTime(BOUNDS.timeoutMs);
  expect(await Promise.all(patient)).toEqual([undefined, undefined, undefined, undefined]);
  jest.useRealTimers();
  await end('ann 1');
  await end('bob 1');
  expect(await Promise.all(first)).toEqual(['ann 1', 'bob 1']);
  expect(started).toEqual(['ann 1', 'bob 1']);
});

it('work that fails makes room for the next', async () => {
  const queue = createFairQueue({ ...BOUNDS, maxRunning: 1 });
  await expect(queue.run('ann', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await queue.run('ann', () => Promise.resolve('well'))).toBe('well');
});
