import { mongo } from 'mongoose';
import type { Amount } from './backup.ts';
import { holdsFiles } from './digest.ts';
import type { BackupKey } from './encryption.ts';
import { createFileCensus } from './file-census.ts';
import { readBackup } from './format.ts';

/** What a backup was found to hold. */
export interface Verified extends Amount {
  /** Of the contents of all files. */
  readonly bytes: number;
  /** A sentence for each record whose file is missing or another one, and for each file that lacks something. */
  readonly faults: readonly string[];
}

/**
 * Reads a backup from its beginning to its end, without a database: its counts and hashes, each file against its entry and the
 * hash that its record has, and what points at something that is not there. Throws BackupFailure for one that is damaged.
 */
export async function verifyBackup(file: string, key?: BackupKey): Promise<Verified> {
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
