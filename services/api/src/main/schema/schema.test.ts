import { mongo } from 'mongoose';
import { startTestDatabase } from '../../testing/database.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { runCommand } from '../commands/run.ts';

/** Returns the names of all indexes of a database, by collection. */
async function indexesOf(uri: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const client = await mongo.MongoClient.connect(uri);
  const collections = await client.db().listCollections().toArray();
  const indexes = await Promise.all(
    collections.map(async ({ name }) => {
      const keys = (await client.db().collection(name).indexes()).map((index) => String(index.name));
      return [name, keys.toSorted()] as const;
    }),
  );
  await client.close();
  return Object.fromEntries(indexes.filter(([, keys]) => keys.length > 1));
}

it('migrate makes each index that a started API has made', async () => {
  const portal = await startTestPortal({}, '', await startTestDatabase());
  const migrated = portal.database.sibling();
  await runCommand('migrate', [], { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: migrated.uri });
  const ofPortal = await indexesOf(portal.database.uri);
  expect(Object.keys(ofPortal).length).toBeGreaterThan(25);
  expect(await indexesOf(migrated.uri)).toEqual(ofPortal);
  await portal.stop();
});
