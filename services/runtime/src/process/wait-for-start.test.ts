import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { START_TIMEOUT_MS, waitForLine, waitForStart } from './wait-for-start.ts';

const WHEN_TOLD =
  'process.stdin.once("data", () => console.log("ready")); process.stdin.on("end", () => process.exit())';

let child: ChildProcessWithoutNullStreams;
const launch = (program: string) => {
  child = spawn(process.execPath, ['-e', program]);
  return child;
};
const started = () => waitForLine('the program', child, (line) => (line === 'ready' ? line : undefined));

let complain: jest.SpyInstance;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  complain = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  child.kill('SIGKILL');
  complain.mockRestore();
  jest.useRealTimers();
});

it('says after 10 s what it waits for, and goes on', async () => {
  launch(WHEN_TOLD);
  const starting = started();
  jest.advanceTimersByTime(9999);
  expect(complain).not.toHaveBeenCalled();
  jest.advanceTimersByTime(START_TIMEOUT_MS - 10_000);
  expect(complain.mock.calls).toEqual([['Still waiting for the program to start; a busy machine takes longer.\n']]);
  child.stdin.write('go\n');
  await expect(starting).resolves.toBe('ready');
  jest.advanceTimersByTime(START_TIMEOUT_MS);
  expect(child.killed).toBe(false);
});

it('ends a child that has not started within its time, and says what to do', async () => {
  launch(WHEN_TOLD);
  const starting = started();
  jest.advanceTimersByTime(START_TIMEOUT_MS);
  await expect(starting).rejects.toThrow(
    'Could not start the program: it was not ready after 300 s; start it again when the machine is less busy.',
  );
  expect(child.signalCode).toBe('SIGKILL');
});

it('rejects as soon as the child ends, with what it printed', async () => {
  launch('console.error("no port"); process.exit(3)');
  await expect(started()).rejects.toThrow('Could not start the program: it ended with code 3. It printed:\nno port');
});

it('rejects for a child that has ended before, also when it was ready', async () => {
  launch('');
  await once(child, 'exit');
  await expect(waitForStart('the program', child, Promise.resolve())).rejects.toThrow('it ended with code 0');
});

it('rejects for a program that cannot be run', async () => {
  child = spawn('/no/such/program');
  await expect(started()).rejects.toThrow('Could not start the program: spawn /no/such/program ENOENT.');
});

it('ends a child whose line is refused', async () => {
  launch(`console.log('no disk'); ${WHEN_TOLD}`);
  await expect(waitForLine('the program', child, JSON.parse)).rejects.toThrow('"no disk" is not valid JSON');
  expect(child.signalCode).toBe('SIGKILL');
});
