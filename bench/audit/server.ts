import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedMongo } from '@cytocomm/embedded-mongo';

/** A database server for a measurement of the trail. */
export interface DatabaseServer extends AsyncDisposable {
  /** Undefined for a server that MONGODB_URI names. */
  readonly pid: number | undefined;
  /** Returns the address of a database that nothing else uses. */
  uriOf(name: string): string;
}

/** Starts the embedded database on a new data folder, unless MONGODB_URI names a server. */
export async function openServer(): Promise<DatabaseServer> {
  const given = process.env.MONGODB_URI;
  await using started = new AsyncDisposableStack();
  const start = async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-audit-'));
    started.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    return started.adopt(await startEmbeddedMongo({ dataDir }), (mongo) => mongo.stop());
  };
  const embedded = given === undefined ? await start() : undefined;
  const owned = started.move();
  return {
    pid: embedded?.pid,
    uriOf: (name) => {
      const address = new URL(given ?? embedded?.uri ?? '');
      address.pathname = `/bench_audit_${process.pid}_${name}`;
      return address.href;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
