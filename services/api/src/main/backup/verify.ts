import { RELEASE_COLLECTIONS } from '@cytocomm/releases';
import { mongo } from 'mongoose';
import { z } from 'zod';
import type { Amount } from './backup.ts';
import type { BackupKey } from './encryption.ts';
import { readBackup } from './format.ts';
import { type FileDigest, holdsFiles, idText } from './records.ts';

/** The result of checking the files of a backup. */
interface FileCount {
  readonly files: number;
  readonly bytes: number;
  readonly faults: readonly string[];
}

/** Takes a backup's records and contents in any order. */
interface FileCensus {
  add(collection: string, record: unknown): void;
  addContents(collection: string, files: readonly FileDigest[]): void;
  end(): FileCount;
}

/** A file that a record says is there. */
interface Promised {
  readonly by: string;
  readonly chunks: string;
  readonly id: string;
  readonly sha256: string | undefined;
}

const ownedSchema = z.object({ fileId: z.unknown(), sha256: z.string().optional() });
const versionsSchema = z.array(ownedSchema).optional();
const SCHEMAS = {
  entry: z.object({ _id: z.unknown(), filename: z.string().catch('a file'), length: z.coerce.number() }),
  document: ownedSchema.extend({ _id: z.unknown(), title: z.string().catch(''), versions: versionsSchema }),
  binned: z.object({
    _id: z.unknown(),
    title: z.string().catch(''),
    fileId: z.unknown().optional(),
    kind: z.string(),
    subject: z.string(),
    record: z.object({ versions: versionsSchema }).optional().catch(undefined),
  }),
  picture: z.object({ _id: z.unknown(), forms: z.array(ownedSchema) }),
  blob: z.object({ _id: z.string(), fileId: z.unknown() }),
  release: z.object({ remote: z.string(), release: z.string(), files: z.array(z.object({ hash: z.string() })) }),
  lock: z.object({ _id: z.string() }),
  live: z.object({ lock: z.string(), canary: z.object({ lock: z.string() }).nullish() }),
};

/** Returns a census of what points at files, contents and locks, which tells in the end what of that is missing. */
function createFileCensus(): FileCensus {
  const contents = new Map<string, FileDigest>();
  const entries = new Map<string, { readonly name: string; readonly length: number }>();
  const promised: Promised[] = [];
  const [blobs, locks] = [new Set<string>(), new Set<string>()];
  const [binned, twice] = [new Set<string>(), new Set<string>()];
  const wantedBlobs = new Map<string, string>();
  const wantedLocks: string[] = [];
  const odd = new Map<string, number>();
  const keyOf = (chunks: string, id: string) => `${chunks} ${id}`;

  const reads =
    <Schema extends z.ZodType>(schema: Schema, take: (record: z.infer<Schema>, collection: string) => void) =>
    (record: unknown, collection: string) => {
      const { success, data } = schema.safeParse(record);
      if (success) take(data, collection);
      else odd.set(collection, (odd.get(collection) ?? 0) + 1);
    };
  const readEntry = reads(SCHEMAS.entry, ({ _id, filename, length }, collection) => {
    entries.set(keyOf(collection.replace(/files$/, 'chunks'), idText(_id)), { name: filename, length });
  });
  const readers: Readonly<Record<string, (record: unknown, collection: string) => void>> = {
    documents: reads(SCHEMAS.document, ({ _id, title, versions = [], ...current }) => {
      const by = `The document "${title}" (${_id})`;
      for (const { fileId, sha256 } of [current, ...versions])
        promised.push({ by, chunks: 'fs.chunks', id: idText(fileId), sha256 });
    }),
    bin: reads(SCHEMAS.binned, ({ _id, title, fileId, kind, subject, record }) => {
      const address = `${kind} ${subject}`;
      if (binned.has(address)) twice.add(address);
      binned.add(address);
      // Only documents have files there.
      if (fileId === undefined) return;
      const by = `The deleted document "${title}" (${_id})`;
      for (const each of [{ fileId, sha256: undefined }, ...(record?.versions ?? [])])
        promised.push({ by, chunks: 'fs.chunks', id: idText(each.fileId), sha256: each.sha256 });
    }),
    pictures: reads(SCHEMAS.picture, ({ _id, forms }) => {
      for (const { fileId, sha256 } of forms)
        promised.push({ by: `The picture ${_id}`, chunks: 'pictures.chunks', id: idText(fileId), sha256 });
    }),
    [RELEASE_COLLECTIONS.blobs]: reads(SCHEMAS.blob, ({ _id, fileId }) => {
      const chunks = `${RELEASE_COLLECTIONS.bucket}.chunks`;
      promised.push({ by: `The content ${_id} of releases`, chunks, id: idText(fileId), sha256: _id });
      blobs.add(_id);
    }),
    [RELEASE_COLLECTIONS.releases]: reads(SCHEMAS.release, ({ remote, release, files }) => {
      for (const { hash } of files) wantedBlobs.set(hash, `The release ${release} of ${remote}`);
    }),
    [RELEASE_COLLECTIONS.locks]: reads(SCHEMAS.lock, ({ _id }) => void locks.add(_id)),
    [RELEASE_COLLECTIONS.live]: reads(SCHEMAS.live, ({ lock, canary }) => {
      wantedLocks.push(lock, ...(canary ? [canary.lock] : []));
    }),
  };

  function faultsOf({ by, chunks, id, sha256 }: Promised): readonly string[] {
    const [content, entry] = [contents.get(keyOf(chunks, id)), entries.get(keyOf(chunks, id))];
    if (entry === undefined) return [`${by} has no file.`];
    const isOther = sha256 !== undefined && content !== undefined && content.sha256 !== sha256;
    return isOther ? [`${by} has another file than its record says.`] : [];
  }

  return {
    add: (collection, record) => {
      if (collection.endsWith('.files')) readEntry(record, collection);
      else readers[collection]?.(record, collection);
    },
    addContents: (collection, files) => {
      for (const each of files) contents.set(keyOf(collection, each.id), each);
    },
    end: () => ({
      files: contents.size,
      bytes: [...contents.values()].reduce((all, { length }) => all + length, 0),
      faults: [
        ...[...odd].map(
          ([collection, count]) =>
            `${count} ${count === 1 ? 'record' : 'records'} in ${collection} ${count === 1 ? 'is' : 'are'} malformed.`,
        ),
        ...[...twice].map((address) => `The bin has two entries of the ${address}: a restore would stop there.`),
        ...wantedLocks.filter((id) => !locks.has(id)).map((id) => `The lock ${id}, live or canary, is missing.`),
        ...[...wantedBlobs]
          .filter(([hash]) => !blobs.has(hash))
          .map(([hash, by]) => `${by} lacks the content ${hash}.`),
        ...promised.flatMap(faultsOf),
        ...[...entries].flatMap(([key, { name, length }]) => {
          const actual = contents.get(key)?.length ?? 0;
          return actual === length ? [] : [`The file ${name} has ${actual} of its ${length} bytes.`];
        }),
      ],
    }),
  };
}

/** The result of verifying a backup. */
export interface VerifiedBackup extends Amount {
  /** Of the contents of all files. */
  readonly bytes: number;
  /** A sentence for each record whose file is missing or another one, and for each file that lacks something. */
  readonly faults: readonly string[];
}

/**
 * Reads a backup from its beginning to its end, without a database: its counts and hashes, each file against its entry and the
 * hash that its record has, and what points at something that is not there. Throws BackupFailure for one that is damaged.
 */
export async function verifyBackup(file: string, key?: BackupKey): Promise<VerifiedBackup> {
  const census = createFileCensus();
  let [name, collections, records] = ['', 0, 0];
  for await (const part of readBackup(file, key)) {
    if (part.kind === 'collection') {
      name = part.head.name;
      collections += 1;
    } else if (part.kind === 'record') {
      records += 1;
      if (!holdsFiles(name)) census.add(name, mongo.BSON.deserialize(part.raw));
    } else {
      census.addContents(name, part.digest.files);
    }
  }
  return { collections, records, ...census.end() };
}
