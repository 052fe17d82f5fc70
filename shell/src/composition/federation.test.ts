import { testLock } from '../testing-lock.ts';
import { ENTRY_TIMEOUT_MS } from './entry-script.ts';
import { COMPONENT_DEADLINE_MS, createRemoteLoader } from './federation.ts';
import { RemoteFailed } from './remotes.ts';

// A remote's components are loaded by webpack's container, which browser tests open; here are the rules around it.
const lock = testLock();

/** Within this time a slot shows its part or says that it failed. */
const SLOT_ANSWERS_MS = 3500;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('a slot answers in time: the deadlines leave room for what is drawn', () => {
  expect(ENTRY_TIMEOUT_MS).toBeLessThan(COMPONENT_DEADLINE_MS);
  expect(COMPONENT_DEADLINE_MS).toBeLessThan(SLOT_ANSWERS_MS);
});

it('a component that never comes is a failure after its time, not before, and is asked for anew by the next load', async () => {
  const Part = () => null;
  const ask = jest.fn<Promise<{ default: unknown }>, []>(() => new Promise(() => undefined));
  const loader = createRemoteLoader(lock, { Part: ask });
  const settled = jest.fn();
  const loading = loader.load(lock.shell, 'Part');
  loading.catch(settled);
  await jest.advanceTimersByTimeAsync(COMPONENT_DEADLINE_MS - 1);
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
