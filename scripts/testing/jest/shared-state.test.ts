import { rememberShared } from './shared-state.ts';

const NAME = 'PORTAL_SHARED_STATE_TEST';

test('what a test file leaves behind is gone for the next one', () => {
  const putBack = rememberShared();
  const { fetch, console, Date: OwnDate } = globalThis;
  const { cwd } = process;
  const { path } = { path: process.env.PATH };
  Object.assign(globalThis, { fetch: () => 'mine', console: {}, Date: class Frozen extends Date {}, leftBehind: 1 });
  process.cwd = () => '/elsewhere';
  process.env[NAME] = 'on';
  process.env.PATH = '';
  Error.stackTraceLimit = 1;
  putBack();
  expect(globalThis.fetch).toBe(fetch);
  expect(globalThis.console).toBe(console);
  expect(globalThis.Date).toBe(OwnDate);
  expect('leftBehind' in globalThis).toBe(false);
  expect(process.cwd).toBe(cwd);
  expect(process.env[NAME]).toBeUndefined();
  expect(process.env.PATH).toBe(path);
  expect(Error.stackTraceLimit).toBeGreaterThan(1);
});

test('a global that nobody has read yet stays unread', () => {
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
