import { DEADLINES } from '@cytocomm/composition';
import type { ComponentType } from 'react';
import { testRelease } from '../testing.ts';
import { createComponentStore } from './component-store.ts';
import { isComponent, RemoteFailed, type RemoteLoader } from './remotes.ts';

const release = testRelease('mfe-a');
const Page = () => null;

type Outcome = () => Promise<unknown>;
const comes: Outcome = () => Promise.resolve(Page);
const refused: Outcome = () => Promise.reject(new RemoteFailed(release, 'Page', 'entry', new Error('404')));

/** A store whose loads and retries end with the given outcomes in turn, and a record of its calls. */
function scripted(...outcomes: readonly Outcome[]) {
  const queue = [...outcomes];
  const requests: string[] = [];
  const failures: RemoteFailed[] = [];
  let component: unknown;
  const next = async <Props>(kind: string): Promise<ComponentType<Props>> => {
    requests.push(kind);
    const found = await (queue.shift() ?? (() => new Promise(() => undefined)))();
    if (!isComponent<Props>(found)) throw new TypeError('no component');
    component = found;
    return found;
  };
  const loader: RemoteLoader = {
    loaded: <Props>() => (isComponent<Props>(component) ? component : undefined),
    load: () => next('load'),
    reload: () => next('reload'),
  };
  const loads: string[] = [];
  const slow: string[] = [];
  const store = createComponentStore(loader, {
    failed: (failure) => void failures.push(failure),
    loaded: ({ name }, component, ms) => void loads.push(`${name} ${component} ${ms >= 0}`),
    slow: ({ name }, component) => void slow.push(`${name} ${component}`),
  });
  const status = () => store.stateOf(release, 'Page').status;
  return { store, requests, failures, loads, slow, status, load: () => store.load(release, 'Page') };
}

test('a component is idle, then loading, then ready; concurrent callers share one load', async () => {
  const { store, requests, status, load } = scripted(comes);
  expect(status()).toBe('idle');
  const loads = [load(), load()];
  expect(status()).toBe('loading');
  await Promise.all(loads);
  expect(status()).toBe('ready');
  expect(store.loaded(release, 'Page')).toBe(Page);
  await load();
  expect(requests).toEqual(['load']);
});

test('a failure is reported once, with its phase; the next load tries again', async () => {
  const { store, failures, loads, status, load } = scripted(refused, comes);
  await load();
  expect(store.stateOf(release, 'Page')).toMatchObject({ status: 'failed', failure: { phase: 'entry' } });
  expect(failures).toHaveLength(1);
  expect(loads).toEqual([]);
  await load();
  expect(status()).toBe('ready');
  expect(loads).toEqual([`${release.name} Page true`]);
});

test('Retry goes past the cache, and two at once are one', async () => {
  const { store, requests, status, load } = scripted(refused, comes);
  await load();
  await Promise.all([store.retry(release, 'Page'), store.retry(release, 'Page')]);
  expect(status()).toBe('ready');
  expect(requests).toEqual(['load', 'reload']);
});

test('what is no failure of a remote is wrapped, its cause kept', async () => {
  const cause = new TypeError('odd');
  const { failures, load } = scripted(() => Promise.reject(cause));
  await load();
  expect(failures).toMatchObject([{ name: 'RemoteFailed', phase: 'component', cause }]);
});

test('a component that throws while it renders is reported, and stays loaded', async () => {
  const { store, failures, load } = scripted(comes, comes);
  await load();
  const before = store.stateOf(release, 'Page');
  store.reportThrown(release, 'Page', new Error('boom'));
  expect(store.stateOf(release, 'Page')).toBe(before);
  expect(failures.map(({ phase }) => phase)).toEqual(['render']);
});

test('the state is the same object until it changes, and every change is told', async () => {
  const { store, load } = scripted(refused, comes);
  const changed = jest.fn();
  const unsubscribe = store.subscribe(changed);
  await load();
  expect(changed).toHaveBeenCalledTimes(2);
  expect(store.stateOf(release, 'Page')).toBe(store.stateOf(release, 'Page'));
  unsubscribe();
  await store.retry(release, 'Page');
  expect(changed).toHaveBeenCalledTimes(2);
});

test('it is ready when an attempt succeeds, however many failed before', async () => {
  const { store, load } = scripted(refused, refused, comes);
  const ready = jest.fn();
  store.whenReady(release, 'Page').then(ready);
  await load();
  await store.retry(release, 'Page');
  expect(ready).not.toHaveBeenCalled();
  await store.retry(release, 'Page');
  await store.whenReady(release, 'Page');
  expect(ready).toHaveBeenCalledTimes(1);
});

test('showing a component loads it; a failure is dropped once no slot shows the component, so the next slot loads it again', async () => {
  const { store, requests, status, load } = scripted(refused, comes);
  const hide = store.show(release, 'Page');
  const hideSecond = store.show(release, 'Page');
  await load();
  expect(status()).toBe('failed');
  hide();
  await Promise.resolve();
  expect(status()).toBe('failed');
  hideSecond();
  store.show(release, 'Page')();
  await Promise.resolve();
  expect(status()).toBe('idle');
  store.show(release, 'Page');
  await load();
  expect(status()).toBe('ready');
  expect(requests).toEqual(['load', 'load']);
});

test('shown twice in a row, as in strict mode, a failure stays and is not loaded again', async () => {
  const { store, requests, status, load } = scripted(refused);
  await load();
  store.show(release, 'Page')();
  store.show(release, 'Page');
  await Promise.resolve();
  expect(status()).toBe('failed');
  expect(requests).toEqual(['load']);
});

test('a failure of a component that was left while loading is reported and discarded; shown again, it loads again', async () => {
  const answer = Promise.withResolvers<unknown>();
  const { store, requests, failures, status, load } = scripted(() => answer.promise, comes);
  const loading = load();
  store.show(release, 'Page')();
  await Promise.resolve();
  answer.reject(new Error('404'));
  await loading;
  expect(failures).toHaveLength(1);
  expect(status()).toBe('idle');
  store.show(release, 'Page');
  expect(requests).toEqual(['load', 'load']);
});

describe('a component that is late', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const after =
    (ms: number, end = comes): Outcome =>
    () =>
      new Promise((resolve) => setTimeout(resolve, ms)).then(end);

  test.each([
    [3000, 'loading', 0],
    [8000, 'slow', 1],
    [25_000, 'failed', 1],
  ])('by %s ms is %s before, ready when it comes, and no failure of its release', async (ms, before, times) => {
    const { failures, loads, slow, status, load } = scripted(after(ms));
    void load();
    await jest.advanceTimersByTimeAsync(ms - 1);
    expect(status()).toBe(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(status()).toBe('ready');
    expect(slow).toHaveLength(times);
    expect(loads).toHaveLength(1);
    expect(failures).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('resolves once it is slow, and fails after 20 s', async () => {
    const { slow, status, load } = scripted(after(60_000));
    const onSettled = jest.fn();
    load().then(onSettled);
    await jest.advanceTimersByTimeAsync(DEADLINES.slow - 1);
    expect([status(), onSettled.mock.calls.length]).toEqual(['loading', 0]);
    await jest.advanceTimersByTimeAsync(1);
    expect([status(), onSettled.mock.calls.length]).toEqual(['slow', 1]);
    await jest.advanceTimersByTimeAsync(DEADLINES.failed - DEADLINES.slow - 1);
    expect(status()).toBe('slow');
    await jest.advanceTimersByTimeAsync(1);
    expect(status()).toBe('failed');
    expect(slow).toHaveLength(1);
  });

  test('is ready when it comes, though a Retry failed meanwhile', async () => {
    const { store, failures, loads, status, load } = scripted(after(25_000), refused);
    void load();
    await jest.advanceTimersByTimeAsync(DEADLINES.failed);
    await store.retry(release, 'Page');
    expect(status()).toBe('failed');
    await jest.advanceTimersByTimeAsync(5000);
    expect(status()).toBe('ready');
    expect([loads.length, failures.length]).toEqual([1, 1]);
  });

  test('and given up by its build is no failure of its release', async () => {
    const givenUp = Object.assign(new Error('Loading chunk 5 failed.'), { name: 'ChunkLoadError', type: 'timeout' });
    const { failures, status, load } = scripted(() =>
      Promise.reject(new RemoteFailed(release, 'Page', 'component', givenUp)),
    );
    await load();
    expect(status()).toBe('failed');
    expect(failures).toEqual([]);
  });
});
