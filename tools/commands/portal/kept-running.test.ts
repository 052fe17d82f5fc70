import { type Child, keepRunning, MAX_RESTARTS } from './kept-running.ts';

interface Made extends Child {
  readonly number: number;
  readonly stopped: () => boolean;
  end(): void;
}

let made: Made[];
let said: string[];
let failing: boolean;
beforeEach(() => {
  [made, said, failing] = [[], [], false];
});

async function make(): Promise<Made> {
  if (failing) throw new Error('no port');
  const { promise, resolve } = Promise.withResolvers<void>();
  let stopped = false;
  const child = {
    number: made.length + 1,
    ended: promise,
    end: resolve,
    stopped: () => stopped,
    stop: async () => {
      stopped = true;
      resolve();
    },
  };
  made.push(child);
  return child;
}

const keep = () => keepRunning('The database', make, make, (line) => void said.push(line));

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('what ends unasked is started again, and said so', async () => {
  const kept = await keep();
  expect(kept.first.number).toBe(1);
  made[0]?.end();
  await until(() => made.length === 2);
  expect(said).toEqual(['The database ended unexpectedly and is started again.']);
  await kept.stop();
  expect(made[1]?.stopped()).toBe(true);
  expect(made).toHaveLength(2);
});

test('what somebody asked to end is started again, and not said to be unexpected', async () => {
  const keepWell = async () => ({ ...(await make()), endedWell: () => true });
  const kept = await keepRunning('api-1', keepWell, keepWell, (line) => void said.push(line));
  made[0]?.end();
  await until(() => made.length === 2);
  expect(said).toEqual(['api-1 was asked to end and is started again.']);
  await kept.stop();
});

test('a stop while it is being started again leaves nothing behind', async () => {
  const kept = await keep();
  made[0]?.end();
  await until(() => said.length > 0);
  await kept.stop();
  expect(made.slice(1).every((child) => child.stopped())).toBe(true);
  const { length } = made;
  await kept.stop();
  expect(made).toHaveLength(length);
});

test('what ends too often stays away', async () => {
  const kept = await keep();
  for (let number = 0; number <= MAX_RESTARTS; number += 1) {
    await until(() => made.length > number);
    made[number]?.end();
  }
  await expect(kept.givenUp).resolves.toBe(
    `The database ended ${MAX_RESTARTS + 1} times within a minute; it is not started again.`,
  );
  expect(made).toHaveLength(MAX_RESTARTS + 1);
  await kept.stop();
});

test('what cannot be started again is not tried for ever', async () => {
  const kept = await keep();
  failing = true;
  made[0]?.end();
  await expect(kept.givenUp).resolves.toContain('is not started again');
  expect(said.filter((line) => line.includes('could not be started again: no port'))).toHaveLength(MAX_RESTARTS);
});

test('a first start that fails is the caller’s to hear', async () => {
  failing = true;
  await expect(keep()).rejects.toThrow('no port');
});
