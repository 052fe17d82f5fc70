import { DEADLINES } from '@cytocomm/composition';
import { testLock, testRelease } from '../testing-lock.ts';
import type { RemoteContainer } from './entry-script.ts';
import { createRemoteLoader } from './federation.ts';
import { RemoteFailed } from './remotes.ts';

// A remote's components are loaded by webpack's container, which browser tests open; here are the rules around it.
const lock = testLock();

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('a component that never arrives fails at its timeout, not before, and the next load requests it again', async () => {
  const Part = () => null;
  const ask = jest.fn<Promise<{ default: unknown }>, []>(() => new Promise(() => undefined));
  const loader = createRemoteLoader(lock, { Part: ask });
  const settled = jest.fn();
  const loading = loader.load(lock.shell, 'Part');
  loading.catch(settled);
  await jest.advanceTimersByTimeAsync(DEADLINES.component - 1);
  expect(settled).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  await expect(loading).rejects.toThrow(RemoteFailed);

  ask.mockResolvedValueOnce({ default: Part });
  expect(await loader.load(lock.shell, 'Part')).toBe(Part);
  expect(loader.loaded(lock.shell, 'Part')).toBe(Part);
  expect(jest.getTimerCount()).toBe(0);
});

it.each<[string, () => Promise<{ default: unknown }>]>([
  ['cannot be loaded', () => Promise.reject(new Error('no such chunk'))],
  ['has no component as its default export', () => Promise.resolve({ default: 'text' })],
])('a module that %s is a failure that names the release', async (_, ask) => {
  const loader = createRemoteLoader(lock, { Part: ask });
  await expect(loader.load(lock.shell, 'Part')).rejects.toMatchObject({ name: 'RemoteFailed', remote: lock.shell });
  expect(loader.loaded(lock.shell, 'Part')).toBeUndefined();
});

it('a component that the release does not have is a failure', async () => {
  await expect(createRemoteLoader(lock, {}).load(lock.shell, 'Nothing')).rejects.toThrow(RemoteFailed);
});

describe('a remote', () => {
  const remote = testRelease('mfe-of-this-test');
  const GLOBAL = 'mfe_of_this_test';

  /** Lets the entry script that the page waits for leave a container. */
  function entryLeaves(container: Partial<RemoteContainer>): void {
    Reflect.set(globalThis, GLOBAL, { init: () => undefined, get: async () => () => ({}), ...container });
    document.head.querySelector('script')?.dispatchEvent(new Event('load'));
  }

  beforeEach(() => Reflect.set(globalThis, '__webpack_share_scopes__', { default: {} }));
  afterEach(() => {
    Reflect.deleteProperty(globalThis, '__webpack_share_scopes__');
    Reflect.deleteProperty(globalThis, GLOBAL);
  });

  it('whose container is never done with the shared packages fails after its time, and is opened again by the next load', async () => {
    const loader = createRemoteLoader(testLock(remote), {});
    const loading = loader.load(remote, 'Part');
    const failed = expect(loading).rejects.toMatchObject({
      phase: 'component',
      cause: { message: expect.stringContaining(`took longer than ${DEADLINES.component} ms`) },
    });
    entryLeaves({ init: () => new Promise(() => undefined) });
    await jest.advanceTimersByTimeAsync(DEADLINES.component);
    await failed;

    const Part = () => null;
    const again = loader.load(remote, 'Part');
    entryLeaves({ get: async () => () => ({ default: Part }) });
    expect(await again).toBe(Part);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('whose container gives something else than a function for a component fails with the component’s name', async () => {
    const loading = createRemoteLoader(testLock(remote), {}).load(remote, 'Part');
    const get: object = { get: async () => ({ default: () => null }) };
    entryLeaves(get);
    await expect(loading).rejects.toMatchObject({
      phase: 'component',
      cause: { message: 'mfe_of_this_test/Part is no function that runs a module' },
    });
  });

  it.each([
    ['ChunkLoadError', 2],
    ['TypeError', 1],
  ])('that fails with a %s is asked %s times', async (name, times) => {
    const get = jest.fn(() => Promise.reject(Object.assign(new Error('no component'), { name })));
    const loading = createRemoteLoader(testLock(remote), {}).load(remote, 'Part');
    entryLeaves({ get });
    await expect(loading).rejects.toMatchObject({ phase: 'component', cause: { name } });
    expect(get).toHaveBeenCalledTimes(times);
  });

  it('whose chunk failed as a preload has it from the network, the second time', async () => {
    const Part = () => null;
    const get = jest.fn<Promise<() => unknown>, []>(async () => () => ({ default: Part }));
    get.mockRejectedValueOnce(Object.assign(new Error('Loading chunk 12 failed.'), { name: 'ChunkLoadError' }));
    const loading = createRemoteLoader(testLock(remote), {}).load(remote, 'Part');
    entryLeaves({ get });
    expect(await loading).toBe(Part);
  });

  it('whose entry declares its container and throws before it is there failed in its entry', async () => {
    const loading = createRemoteLoader(testLock(remote), {}).load(remote, 'Part');
    Reflect.set(globalThis, GLOBAL, undefined);
    document.head.querySelector('script')?.dispatchEvent(new Event('load'));
    await expect(loading).rejects.toMatchObject({ phase: 'entry' });
  });
});
