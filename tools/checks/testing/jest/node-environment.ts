import { syncBuiltinESMExports } from 'node:module';
import { runInThisContext } from 'node:vm';
import type { JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import type { TestWorker } from '../../../../services/api/src/testing/database.ts';
import { rememberShared } from './shared-state.ts';
// Its modules for import and for require share a registry on globalThis, which the end of a test file must not delete.
import 'zod';

const endings: (() => void)[] = [];
process.on('exit', () => {
  for (const run of endings) run();
});
const worker: TestWorker = { database: undefined, doneWith: [], atEnd: (run) => void endings.push(run) };

/**
 * The environment of tests of what runs in Node: the worker's own globals, put back after each file, in place of a copy for
 * each file. So packages from `node_modules` are loaded once for a worker (native-runtime.ts), and their errors and arrays
 * are those that the tests know.
 */
export default class NodeEnvironment implements JestEnvironment {
  readonly #putBack = rememberShared();
  readonly global: JestEnvironment['global'] = runInThisContext('globalThis');
  readonly moduleMocker = new ModuleMocker(globalThis);
  readonly fakeTimers = null;
  fakeTimersModern: ModernFakeTimers | null;

  constructor({ projectConfig }: JestEnvironmentConfig) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    globalThis.testWorker = worker;
    Error.stackTraceLimit = 30;
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    this.fakeTimersModern?.dispose();
    this.fakeTimersModern = null;
    // Spies on what all files share: modules of Node, prototypes of packages.
    this.moduleMocker.restoreAllMocks();
    syncBuiltinESMExports();
    this.#putBack();
  }

  exportConditions(): string[] {
    return ['node', 'node-addons'];
  }

  /** Returns a context that nothing runs in: native-runtime.ts runs all in the worker's own. */
  getVmContext(): object {
    return {};
  }
}
