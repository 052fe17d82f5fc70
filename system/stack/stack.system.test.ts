import { until } from '../../services/api/src/testing/clock.ts';
import { type SmallStack, startSmallStack } from './testing/small-stack.ts';

const PROCESSES = ['database', 'mail', 'api-1', 'api-2', 'web-1', 'web-2', 'nginx'];
/** The machine may be busy. */
const TIMEOUT_MS = 60_000;

let small: SmallStack;
beforeAll(async () => {
  small = await startSmallStack();
}, 120_000);
afterAll(() => small[Symbol.asyncDispose](), 60_000);

const pidOf = (name: string) => small.stack.processes.get(name)?.pid() ?? 0;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Resolves to whether pages, API and every process of a service are well. */
async function isWell(): Promise<boolean> {
  const { url, operatorUrls, mailUrl } = small.stack;
  const addresses = [
    ...[...small.pages, '/api/press-releases'].map((path) => url + path),
    ...[...operatorUrls.values()].map((each) => `${each}/readyz`),
    `${mailUrl}/email`,
  ];
  const answers = addresses.map(async (address) => (await fetch(address)).ok);
  return (await Promise.all(answers.map((each) => each.catch(() => false)))).every(Boolean);
}

test('has the processes of the production shape', () => {
  expect([...small.stack.processes.keys()]).toEqual(PROCESSES);
  expect(new Set(PROCESSES.map(pidOf)).size).toBe(PROCESSES.length);
});

test.each(PROCESSES)('%s that is killed is started again in its place, with a line that says so', async (name) => {
  await until('the stack to be well', isWell, TIMEOUT_MS);
  const before = pidOf(name);
  process.kill(before, 'SIGKILL');
  await until(`another ${name}`, () => pidOf(name) !== before, TIMEOUT_MS);
  await until('the stack to be well', isWell, TIMEOUT_MS);
  expect(small.lines.filter((line) => line.includes('ended unexpectedly'))).toHaveLength(1 + PROCESSES.indexOf(name));
  expect(isAlive(before)).toBe(false);
  // Nor what it had started: nginx's workers would go on listening.
  if (name === 'nginx') await until('its workers to end', () => !isAlive(-before));
});

test('a process that is held stays away until it is let go', async () => {
  const api = small.stack.processes.get('api-2');
  const letGo = api?.hold();
  const before = pidOf('api-2');
  process.kill(before, 'SIGKILL');
  await api?.ended();
  // The other one answers meanwhile, for longer than it takes to be started again.
  for (const end = performance.now() + 1000; performance.now() < end; )
    expect((await fetch(`${small.stack.url}/api/press-releases`)).status).toBe(200);
  expect(pidOf('api-2')).toBe(before);
  letGo?.();
  await until('the stack to be well', isWell, TIMEOUT_MS);
  expect(pidOf('api-2')).not.toBe(before);
});

test('stops as a whole', async () => {
  const pids = PROCESSES.map(pidOf);
  await small.stack.stop();
  expect(pids.filter(isAlive)).toEqual([]);
});
