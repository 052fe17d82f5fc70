import { createRequire, isBuiltin } from 'node:module';
import { sep } from 'node:path';
import { compileFunction } from 'node:vm';
import Runtime from 'jest-runtime';

type Given = ConstructorParameters<typeof Runtime>;
type RequireOptions = Parameters<Runtime['requireModule']>[2];

/** The parts of jest's runtime that it keeps to itself; jest's version is pinned, and native-runtime.test.ts tries them. */
interface Executor {
  readonly injectedModuleParameters: readonly string[];
  compile(source: string, filename: string): unknown;
}
interface Resolution {
  resolveCjs(from: string, name: string): string;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isExecutor = (value: unknown): value is Executor =>
  isObject(value) &&
  'compile' in value &&
  typeof value.compile === 'function' &&
  'injectedModuleParameters' in value &&
  Array.isArray(value.injectedModuleParameters);
const isResolution = (value: unknown): value is Resolution =>
  isObject(value) && 'resolveCjs' in value && typeof value.resolveCjs === 'function';

/** Returns a part of jest's runtime. Throws when it is not what this version of jest has. */
function partOf<Part>(runtime: object, name: string, isPart: (value: unknown) => value is Part): Part {
  const part: unknown = Reflect.get(runtime, name);
  if (isPart(part)) return part;
  throw new Error(
    `jest-runtime has no "${name}" as native-runtime.ts uses it: its version is another than the pinned one.`,
  );
}

const FOREIGN = `${sep}node_modules${sep}`;
/** Sources of services and packages that no test is written in: `jest` and `expect` are not there. */
const PRODUCT = /\/(?:services|packages)\/[^/]+\/src\/(?!(?:.*\/)?testing\/)(?!.*\.test\.).*\.ts$/;
const requireNatively = createRequire(import.meta.url);

/**
 * Jest's runtime without a second world for each test file: packages from `node_modules` and what we ship are Node's own and
 * stay for the worker's next files; tests and what they are written with are new in each file.
 */
export default class NativeRuntime extends Runtime {
  readonly #resolution = partOf(this, '_resolution', isResolution);
  /** Not where the first comment of a file asks for a browser's environment. */
  readonly #isInOwnWorld: boolean;

  constructor(...given: Given) {
    super(...given);
    this.#isInOwnWorld = Object.is(given[1].global, globalThis);
    if (!this.#isInOwnWorld) return;
    const executor = partOf(this, 'executor', isExecutor);
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  override requireModule<T = unknown>(from: string, name?: string, options?: RequireOptions, actual = false): T {
    if (this.#isInOwnWorld && name !== undefined && options?.isInternalModule !== true) {
      // Jest's own has no \`syncBuiltinESMExports\`, which a spy on a module of Node needs.
      if (name === 'node:module') return requireNatively(name);
      const path = isBuiltin(name) ? '' : this.#resolution.resolveCjs(from, name);
      if (path.includes(FOREIGN) || PRODUCT.test(path)) return requireNatively(path);
    }
    return super.requireModule(from, name, options, actual);
  }
}
