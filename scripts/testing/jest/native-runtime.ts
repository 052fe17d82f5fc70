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

const FOREIGN = `${sep}node_modules${sep}`;
const requireNatively = createRequire(import.meta.url);

/**
 * Jest's runtime without a second world for each test file: sources of the workspace are new in each file, packages from
 * `node_modules` are Node's own and stay for the worker's next files. Loading them anew took a second of each file.
 */
export default class NativeRuntime extends Runtime {
  readonly #resolution: Resolution = Reflect.get(this, '_resolution');
  /** Not where the first comment of a file asks for a browser's environment. */
  readonly #isInOwnWorld: boolean;

  constructor(...given: Given) {
    super(...given);
    this.#isInOwnWorld = Object.is(given[1].global, globalThis);
    if (!this.#isInOwnWorld) return;
    const executor: Executor = Reflect.get(this, 'executor');
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  override requireModule<T = unknown>(from: string, name?: string, options?: RequireOptions, actual = false): T {
    const isPackage = name !== undefined && !name.startsWith('.') && !isBuiltin(name);
    if (this.#isInOwnWorld && isPackage && options?.isInternalModule !== true) {
      const path = this.#resolution.resolveCjs(from, name);
      if (path.includes(FOREIGN)) return requireNatively(path);
    }
    return super.requireModule(from, name, options, actual);
  }
}
