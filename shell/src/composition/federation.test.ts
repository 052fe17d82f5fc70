import { DEADLINES } from '@cytocomm/composition';
import { testLock, testRelease } from '../testing.ts';
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
  jest.restoreAllMocks();
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

  let fetched: jest.SpyInstance;
  beforeEach(() => {
    Reflect.set(globalThis, '__webpack_share_scopes__', { default: {} });
    fetched = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response());
  });
  afterEach(() => {
    Reflect.deleteProperty(globalThis, '__webpack_share_scopes__');
    Reflect.deleteProperty(globalThis, GLOBAL);
  });

  it('whose container is never done with the shared packages fails after its time, and is opened again by the next load', async () => {
    const loader = createRemoteLoader(testLock(remote), {});
    const loading = loader.load(remote, 'Part');
    const failed = expect(loading).rejects.toMatchObject({
      phase: 'component',
      cause: { message: expect.stringContaining(`took longer than ${DEADLINES.failed} ms`) },
    });
    entryLeaves({ init: () => new Promise(() => undefined) });
    await jest.advanceTimersByTimeAsync(DEADLINES.failed);
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

  it.each([
    ['chunk failed, as a preload does', { name: 'ChunkLoadError', type: 'error' }],
    ['style sheet failed', { code: 'CSS_CHUNK_LOAD_FAILED', type: 'error' }],
  ])('whose %s has it from the network, the second time', async (_, kind) => {
    const Part = () => null;
    const get = jest.fn<Promise<() => unknown>, []>(async () => () => ({ default: Part }));
    get.mockRejectedValueOnce(Object.assign(new Error('Loading chunk 12 failed.'), kind));
    const loading = createRemoteLoader(testLock(remote), {}).load(remote, 'Part');
    entryLeaves({ get });
    expect(await loading).toBe(Part);
    expect(fetched).toHaveBeenCalledWith(expect.any(String), expect.objectContaining({ cache: 'reload' }));
  });

  it('whose build gives a late chunk up is asked again until it is there', async () => {
    const Part = () => null;
    const get = jest.fn<Promise<() => unknown>, []>(async () => () => ({ default: Part }));
    const late = Object.assign(new Error('Loading chunk 12 failed.'), { name: 'ChunkLoadError', type: 'timeout' });
    for (let time = 0; time < 3; time += 1) get.mockRejectedValueOnce(late);
    const loading = createRemoteLoader(testLock(remote), {}).load(remote, 'Part');
    entryLeaves({ get });
    expect(await loading).toBe(Part);
  });

  it('whose entry fails is asked for once more; one that is late is opened again by a Retry', async () => {
    const Part = () => null;
    const loader = createRemoteLoader(testLock(remote), {});
    const loading = loader.load(remote, 'Part');
    document.head.querySelector('script')?.dispatchEvent(new Event('error'));
    await jest.advanceTimersByTimeAsync(0);
    const again = loader.reload(remote, 'Part');
    await jest.advanceTimersByTimeAsync(0);
    const [, last] = document.head.querySelectorAll('script');
    Reflect.set(globalThis, GLOBAL, { init: () => undefined, get: async () => () => ({ default: Part }) });
    last?.dispatchEvent(new Event('load'));
    expect(await again).toBe(Part);
    document.head.querySelector('script')?.dispatchEvent(new Event('load'));
    expect(await loading).toBe(Part);
  });

  it('whose entry declares its container and throws before it is there failed in its entry', async () => {
    const loading = createRemoteLoader(testLock(remote), {}).load(remote, 'Part');
    loading.catch(() => undefined);
    Reflect.set(globalThis, GLOBAL, undefined);
    for (let time = 0; time < 2; time += 1) {
      document.head.querySelector('script')?.dispatchEvent(new Event('load'));
      await jest.advanceTimersByTimeAsync(0);
    }
    await expect(loading).rejects.toMatchObject({ phase: 'entry' });
  });
});
