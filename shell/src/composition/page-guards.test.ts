import { guardSinks } from './page-guards.ts';

type Rules = Readonly<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>;

function install(): Rules {
  const createPolicy = jest.fn<unknown, [string, Rules]>();
  Object.defineProperty(window, 'trustedTypes', { configurable: true, value: { createPolicy } });
  guardSinks((url) => {
    if (url !== '/releases/mfe-a/1/a.js') throw new Error(`${url} is not in the lock`);
    return 'sha384-x';
  });
  const [[name, rules] = []] = createPolicy.mock.calls;
  if (!rules) throw new Error('no policy was made');
  expect(name).toBe('default');
  return rules;
}
afterEach(() => {
  Reflect.deleteProperty(window, 'trustedTypes');
  globalThis.portalSanitizer = undefined;
});

test('a script comes from an address of the lock, or throws', () => {
  const { createScriptURL } = install();
  expect(createScriptURL('/releases/mfe-a/1/a.js')).toBe('/releases/mfe-a/1/a.js');
  expect(() => createScriptURL('/releases/mfe-a/0/a.js')).toThrow('not in the lock');
});

test('markup is refused until there is somebody to clean it; text and what React makes scripts of are not markup', () => {
  const { createHTML } = install();
  expect(createHTML('<b>x</b>')).toBeNull();
  expect(createHTML('{"a": "\\u003cb>"} & more')).toBe('{"a": "\\u003cb>"} & more');
  expect(createHTML('<script></script>')).toBe('<script></script>');
  expect(createHTML('<script>alert(1)</script>')).toBeNull();
  globalThis.portalSanitizer = (html) => `cleaned ${html}`;
  expect(createHTML('<b>x</b>')).toBe('cleaned <b>x</b>');
});

test('a browser without Trusted Types is left alone', () => {
  expect(() => guardSinks(() => '')).not.toThrow();
});
