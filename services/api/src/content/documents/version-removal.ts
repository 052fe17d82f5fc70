import type { Model } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { conflict } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import type { DocumentRecord } from './model.ts';
import { MAX_ATTEMPTS, overtaken, readShown, unknownVersion } from './shown-document.ts';
import { currentFile, replacedBefore } from './version-record.ts';

/** So long after its time a file goes: a change that began before has read it among the earlier ones. */
const GRACE_MS = 3600 * 1000;

/** What removes earlier files of documents. */
export interface VersionRemoval {
  /** Deletes an earlier file for good. Throws 404, 409 for the current one. */
  remove(id: string, number: number, actor: Actor): Promise<void>;
  /** Removes files whose time is over. Returns how many. */
  removeExpired(): Promise<number>;
}

/** Creates what removes earlier files of documents. */
export function createVersionRemoval(core: Core, model: Model<DocumentRecord>, files: FileStore): VersionRemoval {
  const { now } = core.database;
  return {
    remove: async (id, number, actor) => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        const record = await readShown(model, id);
        const { _id, title, versions = [] } = record;
        const found = versions.find((each) => each.number === number);
        if (found === undefined) {
          if (currentFile(record).number !== number) throw unknownVersion();
          throw conflict('conflict', 'This is the current file. Replace it first, or delete the document.');
        }
        const { fileId, name, sha256 } = found;
        const detail = { title, name, version: String(number), sha256 };
        const intent = await core.audit.intend({ ...actor, action: 'document.version-deleted', subject: id, detail });
        const shown = { _id, visibility: { $exists: true } };
        const { modifiedCount } = await model.updateOne(
          { ...shown, 'versions.fileId': fileId },
          { $pull: { versions: { fileId } } },
        );
        if (modifiedCount === 0) {
          await intent.drop();
          continue;
        }
        // Should this fail, the sweeper does it: nothing owns the file.
        await files.remove(fileId);
        await intent.done();
        return;
      }
      throw overtaken();
    },

    removeExpired: async () => {
      let count = 0;
      const before = replacedBefore(new Date(now().getTime() - GRACE_MS));
      const over = { 'versions.replacedAt': { $lte: before } };
      for await (const { _id, versions = [] } of model.find(over).lean<DocumentRecord>().cursor()) {
        for (const { fileId } of versions.filter(({ replacedAt }) => replacedAt <= before)) {
          // The record goes first: a file without one is swept, a record without its file would be a broken promise.
          const { modifiedCount } = await model.updateOne({ _id }, { $pull: { versions: { fileId } } });
          if (modifiedCount === 0) continue;
          await files.remove(fileId);
          count += 1;
        }
      }
      return count;
    },
  };
}
