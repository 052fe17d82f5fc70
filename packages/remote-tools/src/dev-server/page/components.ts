import type { HotModule, WebpackRuntime } from './webpack-runtime.ts';

/** The part of `react-refresh/runtime` that builds use; the shell's is the only one of a page. */
export interface RefreshRuntime {
  register(type: unknown, id: string): void;
  createSignatureFunctionForTransform(): unknown;
  isLikelyComponentType(type: unknown): boolean;
  getFamilyByType(type: unknown): unknown;
  /** Renders what has changed. */
  performReactRefresh(): unknown;
}

type Registrar = (type: unknown, id: string) => void;

declare global {
  /** Missing in the pages of a production shell, whose React can replace nothing. */
  var portalRefresh: RefreshRuntime | undefined;
  /** Is called by compiled modules with each component. */
  var $RefreshReg$: Registrar | undefined;
  /** Is called by compiled modules for the signature of each component that has hooks. */
  var $RefreshSig$: (() => unknown) | undefined;
}

/** The place of React's hooks in a component, where nothing follows it. */
const noSignature = () => (type: unknown) => type;

function namedExports(exports: unknown): [string, unknown][] {
  if (typeof exports !== 'object' || exports === null) return [];
  return Object.entries(exports).filter(([name]) => name !== '__esModule');
}

/** Whether a module exports only components, so that a change of it reruns no other module. */
function exportsComponents(runtime: RefreshRuntime, exports: unknown): boolean {
  const named = namedExports(exports);
  return named.length > 0 && named.every(([, value]) => runtime.isLikelyComponentType(value));
}

/** Whether two versions of a module export the same components, changed or not. */
function areSameComponents(runtime: RefreshRuntime, before: unknown, now: unknown): boolean {
  const [old, changed] = [namedExports(before), new Map(namedExports(now))];
  return (
    old.length === changed.size &&
    old.every(([name, type]) => runtime.getFamilyByType(type) === runtime.getFamilyByType(changed.get(name)))
  );
}

function accept(runtime: RefreshRuntime, module: HotModule, idOf: (name: string) => string): void {
  const { exports, hot } = module;
  const before = hot.data?.exports;
  if (!exportsComponents(runtime, exports)) {
    if (before !== undefined) hot.invalidate();
    return;
  }
  for (const [name, type] of namedExports(exports)) runtime.register(type, idOf(`export ${name}`));
  hot.dispose((data) => {
    data.exports = exports;
  });
  hot.accept();
  if (before !== undefined && !areSameComponents(runtime, before, exports)) hot.invalidate();
}

/** Puts the stand-in of a module's default export in its place: the shell makes elements of it without asking. */
function standIn(module: HotModule): void {
  const { exports } = module;
  if (!globalThis.portalStandIns || typeof exports !== 'object' || exports === null || !('default' in exports)) return;
  const value = globalThis.portalStandIns.of(exports.default);
  const others = Object.getOwnPropertyDescriptors(exports);
  module.exports = Object.defineProperties({}, { ...others, default: { enumerable: true, value } });
}

/**
 * Follows the modules of a build as they run: their components are made known to React Refresh, and a module of nothing but
 * components is replaced by itself. `onThrow` is called with what a module throws while it runs.
 */
export function followComponents(name: string, webpack: WebpackRuntime, onThrow: (error: unknown) => void): void {
  webpack.i.push((execution) => {
    const { factory } = execution;
    execution.factory = function run(this: unknown, module, exports, require) {
      const runtime = globalThis.portalRefresh;
      const [registrar, signature] = [globalThis.$RefreshReg$, globalThis.$RefreshSig$];
      const idOf = (id: string) => `${name} ${module.id} ${id}`;
      let hasComponents = module.hot.data?.exports !== undefined;
      globalThis.$RefreshReg$ = (type, id) => {
        hasComponents = true;
        runtime?.register(type, idOf(id));
      };
      globalThis.$RefreshSig$ = runtime ? runtime.createSignatureFunctionForTransform : noSignature;
      try {
        factory.call(this, module, exports, require);
      } catch (error) {
        onThrow(error);
        throw error;
      } finally {
        globalThis.$RefreshReg$ = registrar;
        globalThis.$RefreshSig$ = signature;
      }
      if (!runtime || !hasComponents) return;
      accept(runtime, module, idOf);
      standIn(module);
    };
  });
}
