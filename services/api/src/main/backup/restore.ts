import { createConnection, mongo } from 'mongoose';
import {
  assertRestored,
  assertUnused,
  findRestore,
  LEASES,
  type RestoreLease,
  takeForRestore,
} from '../../platform/database/lease.ts';
import { makeIndexes } from '../../platform/database/migrate.ts';
import { RestoreRefusal } from '../../platform/database/trouble.ts';
import { registerModels } from '../schema/schema.ts';
import { PORTAL_VERSION } from './backup.ts';
import { EXCLUSIONS_MESSAGE, RAW_BSON } from './contents.ts';
import type { BackupKey } from './encryption.ts';
import { BackupFailure } from './failure.ts';
import { type BackupHead, readBackup } from './format.ts';
import { verifyBackup } from './verify.ts';

const BATCH_RECORDS = 1000;
const BATCH_BYTES = 2 * 1024 * 1024;

interface Person {
  readonly email: string;
  readonly roles?: string | readonly string[];
  readonly passkeys?: readonly { readonly credentialId: string }[];
  readonly companyAccount?: { readonly issuer: string; readonly subject: string };
}

/** Returns what the people of a database may do and get: e-mail, what it is called, and which it is, as a text each. */
async function rightsIn(db: mongo.Db): Promise<ReadonlySet<string>> {
  const rights = new Set<string>();
  const add = (...right: readonly string[]) => rights.add(JSON.stringify(right));
  const projection = { email: 1, roles: 1, companyAccount: 1, 'passkeys.credentialId': 1 };
  for await (const person of db.collection<Person>('users').find({}, { projection })) {
    const { email, roles = [], passkeys = [], companyAccount } = person;
    add(email, 'an account');
    for (const role of [roles].flat()) add(email, role);
    for (const { credentialId } of passkeys) add(email, 'a passkey', credentialId);
    if (companyAccount) add(email, 'a company account', companyAccount.issuer, companyAccount.subject);
  }
  for await (const { email } of db
    .collection('subscribers')
    .find({ status: 'confirmed' }, { projection: { email: 1 } }))
    add(email, 'mails of the alerts');
  return rights;
}

/** Returns the sentence about the rights that a restore has brought back. */
function returnedRights(before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] {
  if (before.size === 0)
    return [
      'The database had no people before: who was deleted, lost roles or unsubscribed since the backup is there again.',
    ];
  const byEmail = new Map<string, readonly string[]>();
  for (const right of [...after].filter((each) => !before.has(each))) {
    const [email, what] = JSON.parse(right);
    byEmail.set(email, [...(byEmail.get(email) ?? []), what]);
  }
  const people = [...byEmail].map(([email, what]) => `${email} (${what.join(', ')})`);
  return people.length === 0 ? [] : [`Had lost these since the backup, and have them again: ${people.join(', ')}.`];
}

/** The collections that a restore replaces. */
async function ownNames(db: mongo.Db): Promise<readonly string[]> {
  const all = await db.listCollections({}, { nameOnly: true }).toArray();
  return all.map(({ name }) => name).filter((name) => name !== LEASES && !name.startsWith('system.'));
}

async function isEmpty(db: mongo.Db): Promise<boolean> {
  for (const name of await ownNames(db))
    if ((await db.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) return false;
  return true;
}

/** Throws BackupFailure for a database that holds something and is not named, RestoreRefusal for half of one. */
async function assertReplaceable(db: mongo.Db, replaced: string | undefined): Promise<void> {
  const name = db.databaseName;
  if (replaced === name || (await isEmpty(db))) return;
  await assertRestored(db, name);
  throw new BackupFailure(`The database ${name} is not empty. To replace all that it holds, add: --replace ${name}`);
}

/** Throws BackupFailure for a backup of a newer portal, or of another one than that whose place it would take. */
async function assertSuitable(db: mongo.Db, { portal, database }: BackupHead): Promise<void> {
  if (portal.localeCompare(PORTAL_VERSION, 'en', { numeric: true }) > 0)
    throw new BackupFailure(
      `The backup is of version ${portal} of the portal, newer than this one, ${PORTAL_VERSION}: restore it by that.`,
    );
  if (database === db.databaseName || (await findRestore(db)) !== null || (await isEmpty(db))) return;
  throw new BackupFailure(
    `The backup is of another database, ${database}, and replaces none that holds something: restore it into an empty one.`,
  );
}

async function insertAll(db: mongo.Db, file: string, key: BackupKey | undefined, lease: RestoreLease): Promise<void> {
  let [name, batch, bytes]: [string, mongo.BSON.Document[], number] = ['', [], 0];
  const flush = async () => {
    if (batch.length === 0) return;
    await lease.renew();
    await db.collection(name).insertMany(batch);
    [batch, bytes] = [[], 0];
  };
  await readBackup(file, key, async (collection, raw) => {
    if (collection !== name || batch.length === BATCH_RECORDS || bytes + raw.length > BATCH_BYTES) await flush();
    name = collection;
    batch.push(mongo.BSON.deserialize(raw, RAW_BSON));
    bytes += raw.length;
  });
  await flush();
}

/** Makes the indexes of the backup, and those of this version: the API's database user has no right to. */
async function createIndexes(db: mongo.Db, { collections }: BackupHead, lease: RestoreLease): Promise<void> {
  for (const { name, indexes } of collections) {
    // `v` and `ns` are the server's own.
    const specs = indexes.filter((index) => index.name !== '_id_').map(({ v, ns, ...spec }) => spec);
    await lease.renew();
    if (specs.length > 0) await db.command({ createIndexes: name, indexes: specs });
  }
  const connection = createConnection().setClient(db.client).useDb(db.databaseName);
  registerModels(connection);
  await makeIndexes(connection);
}

/**
 * Puts a backup into a database that is empty, or that `replaced` names: then everything in it goes. The file is read from end to
 * end before anything is touched. It is refused beside a process that uses the database, which is marked until all is back, so
 * that half of it is not used. Returns the message about it.
 */
export async function restore(
  db: mongo.Db,
  file: string,
  replaced: string | undefined,
  key?: BackupKey,
): Promise<string> {
  await assertReplaceable(db, replaced);
  await assertUnused(db);
  const { head, records, files, faults } = await verifyBackup(file, key);
  await assertSuitable(db, head);
  // What half a restore has left says nothing of people.
  const before = (await findRestore(db)) === null ? await rightsIn(db) : new Set<string>();
  // It may have been filled meanwhile.
  await assertReplaceable(db, replaced);
  const lease = await takeForRestore(db, file);
  try {
    for (const name of await ownNames(db)) await db.collection(name).drop();
    for (const { name } of head.collections) await db.createCollection(name);
    await insertAll(db, file, key, lease);
    await createIndexes(db, head, lease);
    await lease.end();
  } catch (error) {
    // Overtaken by another one, which goes on.
    if (error instanceof RestoreRefusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const after = `${why} The restore stopped half-way: "--replace ${db.databaseName}" starts over.`;
    throw new BackupFailure(after, { cause: error });
  }
  return [
    `Restored ${head.collections.length} collections, ${records} records, ${files} files of ${file}, of ${head.createdAt.toISOString()}.`,
    ...faults,
    EXCLUSIONS_MESSAGE,
    ...returnedRights(before, await rightsIn(db)),
  ].join('\n');
}
