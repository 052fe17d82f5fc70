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
    setInterval,
    clearInterval,
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

describe('a form that is sent before the shell has started', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  /** Sends a form twice; returns what became of it. */
  function sendEarly() {
    const opened = openPage();
    const form = { method: 'post', requestSubmit: jest.fn(), submit: jest.fn() };
    const event = { target: form, preventDefault: jest.fn(), stopImmediatePropagation: jest.fn() };
    opened.fire('submit', event);
    opened.fire('submit', event);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
    return { ...opened, form, event };
  }

  test('goes by the shell when it comes in time, and is held no more', () => {
    const { page, form, event, fire } = sendEarly();
    jest.advanceTimersByTime(19_000);
    Object.assign(page, { portalStarted: true });
    jest.advanceTimersByTime(5000);
    fire('submit', event);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
    expect([form.requestSubmit.mock.calls.length, form.submit.mock.calls.length]).toEqual([1, 0]);
  });

  test('goes by the browser, once, when the shell does not come', () => {
    const { page, form, event, fire, runTimers } = sendEarly();
    jest.advanceTimersByTime(20_000);
    Object.assign(page, { portalStarted: true });
    fire('submit', event);
    jest.advanceTimersByTime(5000);
    expect(event.preventDefault).toHaveBeenCalledTimes(3);
    expect([form.requestSubmit.mock.calls.length, form.submit.mock.calls.length]).toEqual([0, 1]);
    // It was in vain: one may try again.
    runTimers();
    fire('submit', event);
    expect(event.preventDefault).toHaveBeenCalledTimes(3);
  });

  test('goes by the browser at once when a script is missing', () => {
    const { form, fire } = sendEarly();
    fire('error', { target: { tagName: 'SCRIPT', src: '/releases/shell/x/main.js' } });
    jest.advanceTimersByTime(100);
    expect(form.submit).toHaveBeenCalledTimes(1);
  });
});
