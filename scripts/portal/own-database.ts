import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@cytocomm/embedded-mongo';

/** What the portal's database on a fresh machine is called. */
export const DATABASE_NAME = 'portal';

/** Starts the embedded database of a data folder; its address names the database, so that nobody has to guess. */
export async function startOwnDatabase(dataDir: string): Promise<EmbeddedMongo> {
  const server = await startEmbeddedMongo({ dataDir: join(dataDir, 'database') });
  const address = new URL(server.uri);
  address.pathname = `/${DATABASE_NAME}`;
  return { ...server, uri: address.href };
}
