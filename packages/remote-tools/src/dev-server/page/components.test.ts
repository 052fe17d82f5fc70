import { followComponents } from './components.ts';
import { createStandIns } from './stand-ins.ts';
import type { HotModule, WebpackRuntime } from './webpack-runtime.ts';

type Factory = Parameters<WebpackRuntime['i'][number]>[0]['factory'];

/** React Refresh as far as it is asked here: what is registered under one id is one family. */
const families = new Map<unknown, string>();
const isComponent = (type: unknown) => typeof type === 'function' && /^[A-Z]/.test(type.name);
const webpack: WebpackRuntime = { p: '/', h: () => 'one', hmrC: {}, i: [], l: () => undefined };
const thrown: unknown[] = [];

beforeEach(() => {
  families.clear();
  thrown.length = 0;
  webpack.i.length = 0;
  globalThis.portalRefresh = {
    register: (type, id) => void (isComponent(type) && !families.has(type) && families.set(type, id)),
    createSignatureFunctionForTransform: () => (type: unknown) => type,
    isLikelyComponentType: isComponent,
    getFamilyByType: (type) => families.get(type),
    performReactRefresh: () => undefined,
  };
  followComponents('mfe-news', webpack, (error) => thrown.push(error));
});
afterEach(() => {
  globalThis.portalRefresh = undefined;
});

/** Runs a module as webpack does; what it declares as components is registered as compiled code does it. */
function run(exports: Record<string, unknown>, before?: unknown, declared = Object.values(exports)) {
  const done: string[] = [];
  const disposeData: { exports?: unknown } = {};
  const module: HotModule = {
    id: './src/News.tsx',
    exports,
    hot: {
      data: before === undefined ? {} : { exports: before },
      accept: () => void done.push('accepts itself'),
      dispose(leave) {
        leave(disposeData);
      },
      invalidate: () => void done.push('gives itself up'),
      check: async () => null,
    },
  };
  const factory: Factory = () => {
    for (const type of declared) if (typeof type === 'function') globalThis.$RefreshReg$?.(type, type.name);
  };
  const execution = { factory };
  for (const intercept of webpack.i) intercept(execution);
  execution.factory.call(exports, module, exports, undefined);
  return { done, disposeData, module };
}

const component = (name: string) => Object.defineProperty(() => null, 'name', { value: name });

test('a module of components is replaced by itself and leaves them for the next one', () => {
  const exports = { default: component('News') };
  expect(run(exports)).toMatchObject({ done: ['accepts itself'], disposeData: { exports } });
  expect(families.get(exports.default)).toBe('mfe-news ./src/News.tsx News');
});

test('a changed component is the same family, and its module still replaces itself', () => {
  const before = { default: component('News') };
  run(before);
  const now = { default: component('News') };
  expect(run(now, before).done).toEqual(['accepts itself']);
  expect(families.get(now.default)).toBe(families.get(before.default));
});

test.each([
  ['one component more', { default: component('News'), Other: component('Other') }],
  ['another component', { default: component('Reports') }],
  ['something that is none', { default: component('News'), title: 'News' }],
])('with %s those that import it run again', (_what, now) => {
  const before = { default: component('News') };
  run(before);
  expect(run(now, before).done).toContain('gives itself up');
});

test.each([
  ['no component', { title: 'News' }],
  ['a component and something else', { default: component('News'), title: 'News' }],
  ['nothing', {}],
])('a module that exports %s is left to those that import it', (_what, exports) => {
  expect(run(exports, undefined, [component('Inner')])).toMatchObject({
    done: [],
    disposeData: expect.not.objectContaining({ exports }),
  });
});

test('without React Refresh in the page no module replaces itself, and compiled code still runs', () => {
  globalThis.portalRefresh = undefined;
  const { done, disposeData } = run({ default: component('News') });
  expect(done).toEqual([]);
  expect(disposeData).toEqual({});
});

test('where stand-ins are asked for, the default export of a module is one; what it leaves is the component itself', () => {
  const standIn = component('StandIn');
  globalThis.portalStandIns = Object.assign(createStandIns(), { of: () => standIn });
  const exports = { default: component('News') };
  const { disposeData, module } = run(exports);
  globalThis.portalStandIns = undefined;
  expect(module.exports).toEqual({ default: standIn });
  expect(disposeData.exports).toBe(exports);
});

test('what a module throws is told and thrown on, and the module around it keeps its registrar', () => {
  const outer = jest.fn();
  globalThis.$RefreshReg$ = outer;
  const execution: { factory: Factory } = {
    factory() {
      throw new Error('seeded');
    },
  };
  for (const intercept of webpack.i) intercept(execution);
  const module = { id: 1, exports: {}, hot: { data: {} } } as HotModule;
  expect(() => execution.factory(module, {}, undefined)).toThrow('seeded');
  expect(thrown).toEqual([new Error('seeded')]);
  expect(globalThis.$RefreshReg$).toBe(outer);
  globalThis.$RefreshReg$ = undefined;
});
