import { type Child, keepRunning, MAX_RESTARTS } from './child-processes.ts';

interface Made extends Child {
  readonly number: number;
  readonly stopped: () => boolean;
  end(): void;
}

let children: Made[];
let lines: string[];
let failing: boolean;
beforeEach(() => {
  [children, lines, failing] = [[], [], false];
});

async function make(): Promise<Made> {
  if (failing) throw new Error('no port');
  const { promise, resolve } = Promise.withResolvers<void>();
  let stopped = false;
  const child = {
    number: children.length + 1,
    ended: promise,
    end: resolve,
    stopped: () => stopped,
    stop: async () => {
      stopped = true;
      resolve();
    },
  };
  children.push(child);
  return child;
}

const keep = () => keepRunning('The database', make, make, (line) => void lines.push(line));

async function until(what: () => boolean): Promise<void> {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('what ends unasked is started again, and said so', async () => {
  const running = await keep();
  expect(running.first.number).toBe(1);
  children[0]?.end();
  await until(() => children.length === 2);
  expect(lines).toEqual(['The database ended unexpectedly and is started again.']);
  await running.stop();
  expect(children[1]?.stopped()).toBe(true);
  expect(children).toHaveLength(2);
});

test('what somebody asked to end is started again, and not said to be unexpected', async () => {
  const keepWell = async () => ({ ...(await make()), endedWell: () => true });
  const running = await keepRunning('api-1', keepWell, keepWell, (line) => void lines.push(line));
  children[0]?.end();
  await until(() => children.length === 2);
  expect(lines).toEqual(['api-1 was asked to end and is started again.']);
  await running.stop();
});

test('a stop while it is being started again leaves nothing behind', async () => {
  const running = await keep();
  children[0]?.end();
  await until(() => lines.length > 0);
  await running.stop();
  expect(children.slice(1).every((child) => child.stopped())).toBe(true);
  const { length } = children;
  await running.stop();
  expect(children).toHaveLength(length);
});

test('what ends too often stays away', async () => {
  const running = await keep();
  for (let number = 0; number <= MAX_RESTARTS; number += 1) {
    await until(() => children.length > number);
    children[number]?.end();
  }
  await expect(running.givenUp).resolves.toBe(
    `The database ended ${MAX_RESTARTS + 1} times within a minute; it is not started again.`,
  );
  expect(children).toHaveLength(MAX_RESTARTS + 1);
  await running.stop();
});

test('what cannot be started again is not tried for ever', async () => {
  const running = await keep();
  failing = true;
  children[0]?.end();
  await expect(running.givenUp).resolves.toContain('is not started again');
  expect(lines.filter((line) => line.includes('could not be started again: no port'))).toHaveLength(MAX_RESTARTS);
});

test('a first start that fails is the caller’s to hear', async () => {
  failing = true;
  await expect(keep()).rejects.toThrow('no port');
});
