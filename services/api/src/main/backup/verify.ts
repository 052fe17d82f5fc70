import { createHash, type Hash } from 'node:crypto';
import { mongo } from 'mongoose';
import { z } from 'zod';
import { holdsPieces } from './contents.ts';
import type { BackupKey } from './encryption.ts';
import { BackupFailure, damaged } from './failure.ts';
import { type BackupHead, readBackup } from './format.ts';

/** Collections whose records own files, each by a `fileId` somewhere in it, most with the file's hash beside it. */
const OWNERS: ReadonlySet<string> = new Set(['documents', 'bin', 'pictures', 'release_blobs']);
const MAX_FAULTS = 20;

const pieceSchema = z.object({ files_id: z.unknown(), data: z.instanceof(mongo.Binary) });
const entrySchema = z.object({ _id: z.unknown(), filename: z.string().catch('a file'), length: z.coerce.number() });

/** What a backup holds, when nothing of it is missing. */
export interface VerifiedBackup {
  readonly head: BackupHead;
  readonly records: number;
  readonly files: number;
  /** Of the contents of all files. */
  readonly bytes: number;
  /** A sentence for each file that lacks something, and for each record whose file is missing or another one. */
  readonly faults: readonly string[];
}

/** A file that a record owns. */
interface Owned {
  readonly by: string;
  readonly id: string;
  readonly sha256: string | undefined;
}

/** Returns the files that are named in a record, at any depth. */
function filesIn(value: unknown, by: string, hash?: string): readonly Owned[] {
  if (Array.isArray(value)) return value.flatMap((each) => filesIn(each, by));
  if (typeof value !== 'object' || value === null || value instanceof mongo.ObjectId) return [];
  const { fileId, sha256 = hash } = Object(value);
  const own = fileId ? [{ by, id: String(fileId), sha256: typeof sha256 === 'string' ? sha256 : undefined }] : [];
  return [...own, ...Object.values(value).flatMap((each) => filesIn(each, by))];
}

/**
 * Reads a backup from its beginning to its end, without a database: its hash and counts, each file against its entry and the
 * hash that its record has. Throws BackupFailure for one that is damaged.
 */
export async function verifyBackup(file: string, key?: BackupKey): Promise<VerifiedBackup> {
  const contents = new Map<string, { readonly length: number; readonly sha256: string }>();
  const entries = new Map<string, z.output<typeof entrySchema>>();
  const owned: Owned[] = [];
  let open: { readonly id: string; readonly hash: Hash; length: number } | undefined;
  const endFile = () => {
    if (open) contents.set(open.id, { length: open.length, sha256: open.hash.digest('hex') });
  };
  const take = (collection: string, raw: Buffer) => {
    if (holdsPieces(collection)) {
      const { files_id, data } = pieceSchema.parse(mongo.BSON.deserialize(raw, { promoteBuffers: false }));
      const id = String(files_id);
      if (open?.id !== id) {
        endFile();
        open = { id, hash: createHash('sha256'), length: 0 };
      }
      open.length += data.length();
      open.hash.update(data.value());
    } else if (collection.endsWith('.files')) {
      const entry = entrySchema.parse(mongo.BSON.deserialize(raw));
      entries.set(String(entry._id), entry);
    } else if (OWNERS.has(collection)) {
      const record = mongo.BSON.deserialize(raw);
      const by = `The record ${record.title ?? record._id} in ${collection}`;
      owned.push(...filesIn(record, by, collection === 'release_blobs' ? record._id : undefined));
    }
  };
  const { head, records } = await readBackup(file, key, (collection, raw) => {
    try {
      take(collection, raw);
    } catch (cause) {
      throw damaged('it holds a record that is none', cause);
    }
  });
  endFile();
  const faultOf = ({ by, id, sha256 }: Owned) => {
    if (!entries.has(id)) return [`${by} has no file.`];
    const isOther = sha256 !== undefined && sha256 !== contents.get(id)?.sha256;
    return isOther ? [`${by} has another file than it says.`] : [];
  };
  const lacking = [...entries].flatMap(([id, { filename, length }]) => {
    const actual = contents.get(id)?.length ?? 0;
    return actual === length ? [] : [`The file ${filename} has ${actual} of its ${length} bytes.`];
  });
  return {
    ...{ head, records, files: contents.size, faults: [...owned.flatMap(faultOf), ...lacking] },
    bytes: [...contents.values()].reduce((all, { length }) => all + length, 0),
  };
}

/** Returns the message about a backup that is whole. Throws BackupFailure for one that is not. */
export function verifiedSummary(file: string, { head, faults, records, files, bytes }: VerifiedBackup): string {
  const amount = `${head.collections.length} collections, ${records} records, ${files} files of ${(bytes / 1e6).toFixed(1)} MB`;
  const origin = `of the database ${head.database} at ${head.createdAt.toISOString()}, by version ${head.portal}`;
  if (faults.length === 0)
    return `${file} is whole: ${amount}, ${origin}. Counts and hashes agree, and each record has its file.`;
  const more = faults.length > MAX_FAULTS ? [`And ${faults.length - MAX_FAULTS} more.`] : [];
  const lines = [
    `${file} is undamaged (${amount}, ${origin}), but incomplete:`,
    ...faults.slice(0, MAX_FAULTS),
    ...more,
  ];
  throw new BackupFailure(lines.join('\n'));
}
