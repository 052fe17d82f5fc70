import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@cytocomm/embedded-mongo';

/** What the portal's database on a fresh machine is called. */
export const DATABASE_NAME = 'portal';

/** Whether a data folder holds a database, so that to start it makes no new one. */
export function holdsDatabase(dataDir: string): boolean {
  return existsSync(join(dataDir, 'database', 'database.sqlite'));
}

/** Starts the embedded database of a data folder; its address names the database, so that clients need not guess. `port` 0 is a free one. */
export async function startOwnDatabase(dataDir: string, port = 0): Promise<EmbeddedMongo> {
  const server = await startEmbeddedMongo({ dataDir: join(dataDir, 'database'), port });
  const address = new URL(server.uri);
  address.pathname = `/${DATABASE_NAME}`;
  return { ...server, uri: address.href };
}
