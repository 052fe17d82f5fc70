/**
 * What a worker of jest keeps from one test file to the next; tools/checks/testing/jest/node-environment.ts makes it. Outside of
 * jest there is none.
 */
export interface TestWorker {
  /** The address of the database process that the files of this worker share, once one of them has asked for it. */
  database: Promise<string> | undefined;
  /** Names of databases there that files have done with: each has the collections and indexes of a portal, and old records. */
  doneWith: string[];
  /** Runs this when the worker ends, synchronously. */
  atEnd(run: () => void): void;
}

declare global {
  var testWorker: TestWorker | undefined;
}
