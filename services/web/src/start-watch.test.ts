import vm from 'node:vm';
import { telemetryReportSchema } from '@cytocomm/contract';
import { START_WATCH_SCRIPT } from './start-watch.ts';
import { lockedRelease, lockOf } from './testing-lock.ts';

const lock = lockOf(lockedRelease('shell'));

type Listener = (event: object) => void;

/** Runs the script in a page; returns what the page does to it. */
function openPage(readyState = 'interactive') {
  const listeners = new Map<string, Listener>();
  const timers: { readonly run: () => void; readonly ms: number }[] = [];
  const sent: { readonly address: string; readonly body: string }[] = [];
  const page = {
    document: { readyState, getElementById: () => ({ textContent: JSON.stringify(lock) }) },
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    removeEventListener: (type: string) => listeners.delete(type),
    setTimeout: (run: () => void, ms: number) => timers.push({ run, ms }),
    fetch: async (address: string, { body }: { body: string }) => void sent.push({ address, body }),
  };
  vm.runInNewContext(START_WATCH_SCRIPT, page);
  return {
    page,
    timers,
    fire: (type: string, event: object = {}) => listeners.get(type)?.(event),
    runTimers: () => {
      for (const { run } of timers) run();
    },
    reports: () =>
      sent.map(({ address, body }) => {
        expect(address).toBe('/api/telemetry');
        return telemetryReportSchema.parse(JSON.parse(body));
      }),
  };
}

const reasonOf = ({ reports }: ReturnType<typeof openPage>) => reports().map(({ rows }) => rows[0]?.reason);

test('a shell that has not started ten seconds after the page has loaded is a failure of its release', () => {
  const opened = openPage();
  expect(opened.timers).toEqual([]);
  opened.fire('load');
  expect(opened.timers.map(({ ms }) => ms)).toEqual([10_000]);
  opened.runTimers();
  const { name: remote, release } = lock.shell;
  const row = {
    kind: 'failure',
    remote,
    release,
    component: 'Main',
    phase: 'entry',
    reason: 'The shell did not start',
  };
  expect(opened.reports()).toEqual([{ lock: lock.id, rows: [row] }]);
});

test('a shell that has started is not reported', () => {
  const opened = openPage();
  opened.fire('load');
  Object.assign(opened.page, { portalStarted: true });
  opened.runTimers();
  expect(opened.reports()).toEqual([]);
});

test('a page that had loaded before waits as long', () => {
  const opened = openPage('complete');
  opened.runTimers();
  expect(opened.reports()).toHaveLength(1);
});

test('it says what was thrown, or which script did not come, cut to what the API takes', () => {
  const thrown = openPage('complete');
  thrown.fire('error', { message: 'x is not a function'.padEnd(2000, '!') });
  thrown.runTimers();
  expect(reasonOf(thrown)).toEqual(['x is not a function'.padEnd(500, '!')]);
  const missing = openPage('complete');
  missing.fire('error', { target: { tagName: 'SCRIPT', src: '/releases/shell/x/main.js' } });
  missing.fire('error', { target: { tagName: 'IMG' } });
  missing.runTimers();
  expect(reasonOf(missing)).toEqual(['Not loaded: /releases/shell/x/main.js']);
});
