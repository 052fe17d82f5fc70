import { rememberShared } from './shared-state.ts';

const NAME = 'PORTAL_SHARED_STATE_TEST';

test('a listener of the process that a test file leaves behind is gone for the next one, and those before it stay', () => {
  const before = process.listenerCount('SIGHUP');
  const ownListener = () => undefined;
  process.on('SIGHUP', ownListener);
  const putBack = rememberShared();
  process.on('SIGHUP', () => undefined);
  process.once('SIGHUP', () => undefined);
  putBack();
  expect(process.listenerCount('SIGHUP')).toBe(before + 1);
  process.off('SIGHUP', ownListener);
});

test('what a test file leaves of globals, chance, the process and its settings is gone for the next one', () => {
  const putBack = rememberShared();
  const { fetch, console, Date: OwnDate } = globalThis;
  const { cwd } = process;
  const { random } = Math;
  const { path } = { path: process.env.PATH };
  Object.assign(globalThis, { fetch: () => 'mine', console: {}, Date: class Frozen extends Date {}, leftBehind: 1 });
  process.cwd = () => '/elsewhere';
  Math.random = () => 4;
  process.env[NAME] = 'on';
  process.env.PATH = '';
  Error.stackTraceLimit = 1;
  putBack();
  expect(globalThis.fetch).toBe(fetch);
  expect(globalThis.console).toBe(console);
  expect(globalThis.Date).toBe(OwnDate);
  expect('leftBehind' in globalThis).toBe(false);
  expect(process.cwd).toBe(cwd);
  expect(Math.random).toBe(random);
  expect(process.env[NAME]).toBeUndefined();
  expect(process.env.PATH).toBe(path);
  expect(Error.stackTraceLimit).toBeGreaterThan(1);
});

test('a lazy global is not read', () => {
  let read = 0;
  const property = { configurable: true, get: () => (read += 1) };
  Object.defineProperty(globalThis, NAME, property);
  try {
    rememberShared()();
    expect(read).toBe(0);
    expect(Object.getOwnPropertyDescriptor(globalThis, NAME)?.get).toBe(property.get);
  } finally {
    Reflect.deleteProperty(globalThis, NAME);
  }
});
