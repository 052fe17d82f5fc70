import { localProblem } from '@cytocomm/http';
import { toast } from '@cytocomm/kit';
import { hasUnsavedWork } from '@cytocomm/session';
import { act, renderHook } from '@testing-library/react';
import { useEach } from './use-each.ts';

/** Returns a change that waits for `next()` with each record. */
function slowly() {
  const started: string[] = [];
  let release: (outcome: object) => void = () => undefined;
  const change = (key: string) => {
    started.push(key);
    const { promise, resolve } = Promise.withResolvers<object>();
    release = resolve;
    return promise;
  };
  return { started, change, next: (outcome = {}) => act(async () => release(outcome)) };
}
const start = () => renderHook(() => useEach(() => 'It broke.'));
const KEYS = ['a', 'b', 'c'];

test('changes records one after the other, with progress and failures', async () => {
  const { result } = start();
  const { started, change, next } = slowly();
  let outcome: unknown;
  act(() => void result.current.run(KEYS, change, (key) => `N${key}`).then((ended) => (outcome = ended)));
  await next();
  expect([started, result.current.progress]).toEqual([['a', 'b'], { done: 1, of: 3 }]);
  await next({ error: 'x' });
  await next();
  const failed = [{ key: 'b', name: 'Nb', reason: 'It broke.' }];
  expect(outcome).toEqual({ done: ['a', 'c'], failed, left: [] });
  expect([result.current.progress, result.current.failures]).toEqual([undefined, failed]);
});

test('a declined confirmation ends the run without asking for each record', async () => {
  const { result } = start();
  const { started, change, next } = slowly();
  let outcome: unknown;
  act(() => void result.current.run(KEYS, change).then((ended) => (outcome = ended)));
  await next();
  await next({ error: localProblem('not-confirmed', 'Nothing was done.') });
  expect([started, outcome]).toEqual([['a', 'b'], { done: ['a'], failed: [], left: ['b', 'c'] }]);
  expect([result.current.progress, result.current.failures]).toEqual([undefined, []]);
});

test.each<[string, (hook: ReturnType<typeof start>) => void]>([
  ['stopped', ({ result }) => result.current.stop()],
  ['left', ({ unmount }) => unmount()],
])('once %s, the running change ends and no other starts', async (_, end) => {
  const hook = start();
  const { started, change, next } = slowly();
  let outcome: unknown;
  act(() => void hook.result.current.run(KEYS, change).then((ended) => (outcome = ended)));
  await next();
  act(() => end(hook));
  await next();
  expect([started, outcome]).toEqual([['a', 'b'], { done: ['a', 'b'], failed: [], left: ['c'] }]);
});

const isHeld = () => [!window.dispatchEvent(new Event('beforeunload', { cancelable: true })), hasUnsavedWork()];

test('a reload and a logout ask first during a run', async () => {
  const { result } = start();
  const { change, next } = slowly();
  act(() => void result.current.run(['a'], change));
  expect(isHeld()).toEqual([true, true]);
  await next();
  expect(isHeld()).toEqual([false, false]);
});

test('a second run waits for the first, adds to its progress, and is guarded to its end', async () => {
  const { result } = start();
  const { started, change, next } = slowly();
  const ended: unknown[] = [];
  act(() => void result.current.run(['a', 'b'], change).then((outcome) => ended.push(outcome)));
  act(() => void result.current.run(['c'], change, (key) => `N${key}`).then((outcome) => ended.push(outcome)));
  await next({ error: 'x' });
  expect([started, result.current.progress]).toEqual([['a', 'b'], { done: 1, of: 3 }]);
  await next();
  expect([started, result.current.progress]).toEqual([['a', 'b', 'c'], { done: 2, of: 3 }]);
  expect(isHeld()).toEqual([true, true]);
  await next({ error: 'x' });
  expect(result.current.failures.map(({ name }) => name)).toEqual(['a', 'Nc']);
  expect(ended).toMatchObject([{ done: ['b'] }, { done: [], failed: [{ key: 'c' }] }]);
  expect([result.current.progress, isHeld()]).toEqual([undefined, [false, false]]);
});

test('a stop ends running and waiting changes, and no later ones', async () => {
  const { result } = start();
  const { started, change, next } = slowly();
  const ended: unknown[] = [];
  const begin = (keys: readonly string[]) =>
    act(() => void result.current.run(keys, change).then(({ done, left }) => ended.push([done, left])));
  begin(['a', 'b']);
  begin(['c']);
  act(() => result.current.stop());
  begin(['d']);
  await next();
  await next();
  expect(started).toEqual(['a', 'd']);
  expect(ended).toEqual([
    [['a'], ['b']],
    [[], ['c']],
    [['d'], []],
  ]);
});

test('failures are shown in a toast when the panel was left', async () => {
  const toastError = jest.spyOn(toast, 'error');
  const { result, unmount } = start();
  const { change, next } = slowly();
  act(() => void result.current.run(KEYS, change, (key) => `N${key}`));
  unmount();
  await next({ error: 'x' });
  expect(toastError.mock.calls).toEqual([['1 could not be changed: Na. It broke.']]);
  expect(isHeld()).toEqual([false, false]);
});

test.each<[string, (hook: ReturnType<typeof start>) => void]>([
  ['is there', () => undefined],
  ['was left', ({ unmount }) => unmount()],
])('with `isToldByCaller` no failure is shown where the panel %s', async (_, begin) => {
  const toastError = jest.spyOn(toast, 'error').mockClear();
  const hook = start();
  const { change, next } = slowly();
  begin(hook);
  let outcome: unknown;
  act(() => {
    const run = hook.result.current.run(['a'], change, undefined, { isToldByCaller: true });
    void run.then((ended) => (outcome = ended));
  });
  await next({ error: 'x' });
  expect(outcome).toMatchObject({ failed: [{ key: 'a', reason: 'It broke.' }] });
  expect(hook.result.current.failures).toEqual([]);
  expect(toastError).not.toHaveBeenCalled();
});
