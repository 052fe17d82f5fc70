import { telemetryReportSchema } from '@cytocomm/contract';
import { testLock, testRelease } from '../testing.ts';
import type { LoadListener } from './component-store.ts';
import { createPartReports } from './part-reports.ts';
import { type FailurePhase, RemoteFailed } from './remotes.ts';

const remote = testRelease('mfe-news');
const lock = testLock(remote).id;

let sent: jest.SpyInstance<ReturnType<typeof fetch>, Parameters<typeof fetch>>;
beforeEach(() => {
  jest.useFakeTimers();
  sent = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 202 }));
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** The reports that were sent, as the API would take them. */
const reports = () => sent.mock.calls.map(([, init]) => telemetryReportSchema.parse(JSON.parse(String(init?.body))));
const sizes = () => reports().map(({ rows }) => rows.length);

function reasonReported(phase: FailurePhase, cause: unknown): string | undefined {
  createPartReports(lock).failed(new RemoteFailed(remote, 'News', phase, cause));
  jest.runAllTimers();
  return reports().at(-1)?.rows[0]?.reason;
}

it('what loads and fails within seconds is one report, of this lock', () => {
  const parts = createPartReports(lock);
  parts.loaded(remote, 'News', 12.4);
  parts.failed(new RemoteFailed(remote, 'Archive', 'entry', new Error('gone')));
  expect(sizes()).toEqual([]);
  jest.advanceTimersByTime(5000);
  const of = { remote: remote.name, release: remote.release };
  expect(reports()).toEqual([
    {
      lock,
      rows: [
        { ...of, kind: 'load', component: 'News', ms: 12 },
        { ...of, kind: 'failure', component: 'Archive', phase: 'entry', reason: 'gone', stack: expect.any(String) },
      ],
    },
  ]);
  jest.runAllTimers();
  expect(sizes()).toEqual([2]);
  parts.loaded(remote, 'News', 1);
  jest.runAllTimers();
  expect(sizes()).toEqual([2, 1]);
});

it('twenty rows are sent at once, the others later', () => {
  const parts = createPartReports(lock);
  for (let each = 0; each < 21; each += 1) parts.loaded(remote, `Part${each}`, each);
  expect(sizes()).toEqual([20]);
  jest.runAllTimers();
  expect(sizes()).toEqual([20, 1]);
});

it('a page that is left sends what it has, so that it outlives the page, and nothing twice', () => {
  const parts = createPartReports(lock);
  parts.loaded(remote, 'News', 1);
  dispatchEvent(new Event('pagehide'));
  expect(sizes()).toEqual([1]);
  expect(sent.mock.lastCall?.[1]).toMatchObject({ keepalive: true, method: 'POST' });
  dispatchEvent(new Event('pagehide'));
  jest.runAllTimers();
  expect(sizes()).toEqual([1]);
});

it('a report that cannot be sent is dropped', async () => {
  sent.mockRejectedValue(new TypeError('Failed to fetch'));
  const parts = createPartReports(lock);
  parts.loaded(remote, 'News', 1);
  await jest.runAllTimersAsync();
  expect(sizes()).toEqual([1]);
  expect(console.error).not.toHaveBeenCalled();
});

test.each([
  ['Chromium', "Cannot read properties of null (reading 'useState')"],
  ['Firefox', `can't access property "useContext", d.H is null`],
  ['Safari', "null is not an object (evaluating 'd.H.useState')"],
])('a hook that %s finds without state is of another React', (_, words) => {
  expect(reasonReported('render', new TypeError(words))).toBe(`${words}; mfe-news seems to carry a React of its own`);
});

test('what else fails is reported in its own words, up to 500 signs', () => {
  expect(reasonReported('render', new TypeError("Cannot read properties of null (reading 'title')"))).not.toContain(
    'React',
  );
  expect(reasonReported('entry', new Error('gone'))).toBe('gone');
  expect(reasonReported('component', 'text')).toBe('text');
  expect(reasonReported('component', new Error('x'.repeat(600)))).toHaveLength(500);
});

test.each<[string, unknown, string]>([
  ['an object without a prototype', Object.create(null), 'something was thrown that no text can be made of'],
  ['an error whose message is no text', Object.assign(new Error(), { message: { code: 1 } }), '[object Object]'],
  ['a symbol', Symbol('gone'), 'Symbol(gone)'],
  ['nothing', undefined, 'undefined'],
])('reports a thrown value that is %s', (_, cause, words) => {
  expect(reasonReported('render', cause)).toBe(words);
});

it('the stack of an error goes along, cut', () => {
  const error = new Error('gone');
  error.stack = `Error: gone\n${'    at News (https://portal.example/News.js:1:2)\n'.repeat(100)}`;
  createPartReports(lock).failed(new RemoteFailed(remote, 'News', 'render', error));
  createPartReports(lock).failed(new RemoteFailed(remote, 'News', 'render', 'no error'));
  const hostile = new Error('gone');
  Object.defineProperty(hostile, 'stack', {
    get: () => {
      throw new Error('no stack');
    },
  });
  createPartReports(lock).failed(new RemoteFailed(remote, 'News', 'render', hostile));
  jest.runAllTimers();
  expect(reports().map(({ rows }) => rows[0]?.stack)).toEqual([error.stack.slice(0, 2000), undefined, undefined]);
});

it('a page with a local remote reports nothing: what fails there is no failure of the portal', () => {
  const reports = createPartReports(lock, true);
  reports.failed(new RemoteFailed(remote, 'News', 'render', new Error('x')));
  reports.loaded(remote, 'News', 1);
  jest.runAllTimers();
  expect(sent).not.toHaveBeenCalled();
});

describe('a page that is being left', () => {
  const fail = (parts: LoadListener, component: string) =>
    parts.failed(new RemoteFailed(remote, component, 'entry', new Error('gone')));
  const leave = () => window.dispatchEvent(new Event('beforeunload'));
  const reported = () => reports().flatMap(({ rows }) => rows.map(({ component }) => component));

  it('reports what has loaded and what failed before, also when a report goes out in between', () => {
    const parts = createPartReports(lock);
    fail(parts, 'Before');
    leave();
    fail(parts, 'Leaving');
    jest.advanceTimersByTime(5000);
    expect(reported()).toEqual(['Before']);
    parts.loaded(remote, 'News', 1);
    fail(parts, 'Leaving still');
    for (let each = 0; each < 20; each += 1) parts.loaded(remote, 'Many', each);
    window.dispatchEvent(new Event('pagehide'));
    jest.runAllTimers();
    expect(new Set(reported())).toEqual(new Set(['Before', 'News', 'Many']));
    expect(console.error).toHaveBeenCalledTimes(1);
  });

  it('reports and logs all that failed when it stays, as after a download', () => {
    const parts = createPartReports(lock);
    leave();
    fail(parts, 'Staying');
    jest.runAllTimers();
    expect(reported()).toEqual(['Staying']);
    expect(console.error).toHaveBeenCalledTimes(1);
  });

  it('counts as left from the last time on that somebody began to leave it', () => {
    const parts = createPartReports(lock);
    leave();
    jest.advanceTimersByTime(9000);
    leave();
    jest.advanceTimersByTime(9000);
    fail(parts, 'Leaving');
    jest.advanceTimersByTime(500);
    window.dispatchEvent(new Event('pagehide'));
    jest.runAllTimers();
    expect(reported()).toEqual([]);
  });
});
