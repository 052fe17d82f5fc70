import { createConnection, mongo } from 'mongoose';
import { makeIndexes } from '../../platform/database/migrate.ts';
import { PRESENCES, PRESENT_MS, processesUsing } from '../../platform/database/restore-guard.ts';
import {
  announceRestore,
  lastRestore,
  type MarkedRestore,
  RESTORES,
  RestoreRefusal,
  unendedRestore,
} from '../../platform/database/restore-mark.ts';
import { registerModels } from '../schema/schema.ts';
import type { Amount } from './backup.ts';
import { type AccountChanges, accountChanges, censusOf, createCensus, isCounted } from './changed-accounts.ts';
import type { BackupKey } from './encryption.ts';
import { partsToRestore } from './exclusions.ts';
import { BackupFailure } from './failure.ts';
import { type CollectionHead, type Part, readBackup } from './format.ts';
import { collectionNames, type Digest, digestOf, RAW_BSON } from './records.ts';

const BATCH_RECORDS = 500;
const BATCH_BYTES = 8 * 1024 * 1024;

/** Collections that a restore leaves alone; a database that has only these counts as empty. */
const STAYING: readonly string[] = [PRESENCES, RESTORES];

/** The result of a restore. */
export interface RestoreResult extends Amount {
  /** Accounts that the restore brought back; undefined when the replaced database had no people to compare with. */
  readonly since: AccountChanges | undefined;
  /** How many mails are held that had not been sent when the backup was made. */
  readonly heldMails: number;
}

/** A collection of a backup. */
interface Content {
  readonly head: CollectionHead;
  readonly digest: Digest;
}

/**
 * Puts a backup into a database that is empty, or that `replaced` names: then everything in it goes. The file is read
 * from end to end before anything is touched, and what the database holds in the end is compared with it. What lets
 * somebody in is never put back, and no mail that was queued is sent by itself. It is refused while an
 * API process uses the database, and marked there until all is back, so that half of it is not used.
 */
export async function restore(
  db: mongo.Db,
  file: string,
  replaced: string | undefined,
  key?: BackupKey,
): Promise<RestoreResult> {
  const census = createCensus();
  const now = new Date();
  let heldMails = 0;
  const countHeld = () => {
    heldMails += 1;
  };
  const contents = await contentsOf(partsToRestore(readBackup(file, key), now, countHeld), census.add);
  await assertReplaceable(db, replaced);
  const before = replaced === db.databaseName ? await censusOf(db) : undefined;
  // Behind what takes long: hardly any process begins between this and the next look.
  await assertUnused(db);
  const mark = await markUnused(db, file);
  try {
    for (const name of await ownNames(db)) {
      await mark.assertOwn();
      await db.collection(name).drop();
    }
    await insertAll(db, partsToRestore(readBackup(file, key), now), mark);
    for (const { head } of contents) await createIndexes(db, head, false, mark);
    for (const content of contents) await compare(db, content);
    // Only now, for what is over by its time would be gone before it is counted.
    for (const { head } of contents) await createIndexes(db, head, true, mark);
    // Of what was left out, too: the API's database user has no right to create one.
    await mark.assertOwn();
    const restored = createConnection().setClient(db.client).useDb(db.databaseName);
    registerModels(restored);
    await makeIndexes(restored);
    await mark.end();
  } catch (error) {
    // Overtaken by another one, which goes on.
    if (error instanceof RestoreRefusal) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const after = `${why} The restore stopped half-way: "--replace ${db.databaseName}" starts over.`;
    throw new BackupFailure(after, { cause: error });
  }
  const sum = (count: (digest: Digest) => number) => contents.reduce((all, { digest }) => all + count(digest), 0);
  return {
    collections: contents.length,
    records: sum(({ documents }) => documents),
    files: sum(({ files }) => files.length),
    heldMails,
    since: before && before.rolesOf.size > 0 ? accountChanges(census.people, before) : undefined,
  };
}

/** Reads a whole backup, which checks it. */
async function contentsOf(
  parts: AsyncIterable<Part>,
  count: (collection: string, record: unknown) => void,
): Promise<readonly Content[]> {
  const contents: Content[] = [];
  let head: CollectionHead | undefined;
  for await (const part of parts) {
    if (part.kind === 'collection') head = part.head;
    if (part.kind === 'record' && head && isCounted(head.name)) count(head.name, mongo.BSON.deserialize(part.raw));
    if (part.kind === 'end' && head) contents.push({ head, digest: part.digest });
  }
  return contents;
}

/** The collections that a restore replaces. */
async function ownNames(db: mongo.Db): Promise<readonly string[]> {
  return (await collectionNames(db)).filter((name) => !STAYING.includes(name));
}

async function assertReplaceable(db: mongo.Db, replaced: string | undefined): Promise<void> {
  for (const name of await ownNames(db)) {
    if (replaced === db.databaseName || (await db.collection(name).findOne({}, { projection: { _id: 1 } })) === null)
      continue;
    const last = await lastRestore(db);
    const why = last === undefined || last.endedAt !== undefined ? '' : `${unendedRestore(last)} `;
    const way = `To replace all that it holds, add: --replace ${db.databaseName}`;
    throw new BackupFailure(`${why}The database ${db.databaseName} is not empty: there are records in ${name}. ${way}`);
  }
}

/** Throws BackupFailure while an API process uses the database. */
async function assertUnused(db: mongo.Db): Promise<void> {
  const using = await processesUsing(db);
  if (using.length === 0) return;
  const processes = using.length === 1 ? `process ${using[0]} uses` : `processes ${using.join(', ')} use`;
  throw new BackupFailure(
    `Nothing was changed: the API ${processes} the database ${db.databaseName}. Stop the API first. A process that was killed counts for ${PRESENT_MS / 1000} s.`,
  );
}

/** Marks the restore in a database that no API process uses. */
async function markUnused(db: mongo.Db, file: string): Promise<MarkedRestore> {
  const announced = await announceRestore(db, file);
  try {
    // One that has started since has not seen the announcement; from now on each does.
    await assertUnused(db);
    return await announced.begin();
  } catch (error) {
    // Why it is refused counts more; what is not withdrawn ends by itself.
    await announced.withdraw().catch(() => undefined);
    throw error;
  }
}

async function insertAll(db: mongo.Db, parts: AsyncIterable<Part>, mark: MarkedRestore): Promise<void> {
  let [name, batch, bytes]: [string, mongo.BSON.Document[], number] = ['', [], 0];
  const flush = async () => {
    if (batch.length > 0) {
      await mark.assertOwn();
      await db.collection(name).insertMany(batch);
    }
    [batch, bytes] = [[], 0];
  };
  for await (const part of parts) {
    if (part.kind === 'collection') {
      name = part.head.name;
      await mark.assertOwn();
      await db.createCollection(name);
    } else if (part.kind === 'record') {
      batch.push(mongo.BSON.deserialize(part.raw, RAW_BSON));
      bytes += part.raw.length;
    }
    if (part.kind === 'end' || batch.length >= BATCH_RECORDS || bytes >= BATCH_BYTES) await flush();
  }
}

async function createIndexes(
  db: mongo.Db,
  { name, indexes }: CollectionHead,
  areTimed: boolean,
  mark: MarkedRestore,
): Promise<void> {
  const wanted = indexes.filter((index) => index.name !== '_id_' && 'expireAfterSeconds' in index === areTimed);
  // `v` and `ns` are the server's own.
  const specs = wanted.map(({ v, ns, ...spec }) => spec);
  if (specs.length === 0) return;
  await mark.assertOwn();
  await db.command({ createIndexes: name, indexes: specs });
}

async function compare(db: mongo.Db, { head: { name }, digest: wanted }: Content): Promise<void> {
  const actual = await digestOf(db, name);
  const actualFiles = new Map(actual.files.map((file) => [file.id, file]));
  for (const file of wanted.files) {
    if (actualFiles.get(file.id)?.sha256 === file.sha256) continue;
    throw new BackupFailure(`The file ${file.id} of ${name} is not the one of the backup.`);
  }
  if (actual.documents !== wanted.documents) {
    throw new BackupFailure(`${name} has ${actual.documents} records, and the backup ${wanted.documents}.`);
  }
  if (actual.sha256 !== wanted.sha256) throw new BackupFailure(`The records of ${name} are not those of the backup.`);
}
