import { type DocumentVersion, MAX_DOCUMENT_VERSIONS, RETENTION } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { type ApiError, conflict, notFound } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { isReport } from './access.ts';
import { listFieldsOf } from './document-list.ts';
import { detailsOf } from './document-record.ts';
import { announceDocument, type DocumentRecord, type EarlierFile, type VersionFile } from './model.ts';
import { isMailPending } from './report-mail.ts';

/** Returns the 404 of a document; `hides` is the id of one that the caller may not read. */
export function unknownDocument(hides?: string): ApiError {
  return notFound('There is no such document.', hides);
}

/** Returns a document. Throws 404. */
export async function findDocument(model: Model<DocumentRecord>, id: string): Promise<DocumentRecord> {
  const record = await model.findById(id).lean<DocumentRecord | null>();
  if (record === null) throw unknownDocument();
  return record;
}

/** Returns the 404 of a version. */
export const unknownVersion = () =>
  notFound('There is no such version of this document. It may have expired or made room for newer ones.');

const VERSION_TTL_MS = RETENTION.documentVersionDays * 24 * 3600 * 1000;

/** Returns when an earlier file expires. */
const keptUntil = ({ replacedAt }: EarlierFile): Date => new Date(replacedAt.getTime() + VERSION_TTL_MS);

/** Returns the time of replacement of files that expire now. */
const replacedBefore = (now: Date): Date => new Date(now.getTime() - VERSION_TTL_MS);

/** Returns when the current file became the current one. */
export const lastModified = ({ uploadedAt, replaced }: Pick<DocumentRecord, 'uploadedAt' | 'replaced'>): Date =>
  replaced?.at ?? uploadedAt;

/** Returns the current file as a version. */
export function currentFile({
  fileId,
  name,
  size,
  chunkSize,
  sha256,
  uploadedAt,
  uploadedBy,
  revision,
  validFrom,
  file = { number: 1, uploadedAt, uploadedBy },
}: DocumentRecord): VersionFile {
  return { ...file, fileId, name, size, chunkSize, sha256, ...detailsOf({ revision, validFrom }) };
}

/** Returns the earlier files that have not expired, highest number first. */
export function keptFiles({ versions = [] }: Pick<DocumentRecord, 'versions'>, now: Date): readonly EarlierFile[] {
  return versions.filter((each) => keptUntil(each) > now).toSorted((a, b) => b.number - a.number);
}

/** Options of `replacementFieldsOf`. */
interface Replacement {
  readonly by: string;
  readonly now: Date;
  readonly notify?: boolean;
}

/** Returns the fields that request a mail about a file; a pending mail covers it, too. */
const mailOf = (before: DocumentRecord, number: number, now: Date) =>
  isMailPending(before) ? {} : { mailing: 'wanted' as const, mailAbout: { number, since: now } };

/** Whether the pending mail is only about files newer than this one, so that going back to it cancels the mail. */
export const isMailObsolete = (record: DocumentRecord, { number }: VersionFile): boolean =>
  isMailPending(record) && record.mailAbout !== undefined && number < record.mailAbout.number;

/** Returns the time of a replacement, in another second than the last: HTTP dates have whole seconds. */
const momentAfter = (record: DocumentRecord, now: Date): Date =>
  new Date(Math.max(now.getTime(), (Math.floor(lastModified(record).getTime() / 1000) + 1) * 1000));

/** Returns the fields that make a file the current one and the former current file an earlier one. */
export function replacementFieldsOf(
  before: DocumentRecord,
  next: VersionFile,
  { by, now, notify = false }: Replacement,
): Partial<DocumentRecord> {
  const { visibility, title } = before;
  const { number, uploadedAt, uploadedBy, ...file } = next;
  const at = momentAfter(before, now);
  const others = keptFiles(before, now).filter((each) => !each.fileId.equals(next.fileId));
  const byReplacing = [{ ...currentFile(before), replacedAt: at }, ...others].toSorted(
    (a, b) => b.replacedAt.getTime() - a.replacedAt.getTime(),
  );
  return {
    ...file,
    ...listFieldsOf({ title, name: next.name }),
    file: { number, uploadedAt, uploadedBy },
    newestVersion: Math.max(number, before.newestVersion ?? 1),
    replaced: { at, by },
    versions: byReplacing.slice(0, MAX_DOCUMENT_VERSIONS),
    newsAt: now,
    ...(notify && isReport({ visibility }) && mailOf(before, number, now)),
  };
}

/** Presents a version to admins. */
export function presentVersion(file: VersionFile | EarlierFile): DocumentVersion {
  const { number, name, size, sha256, uploadedAt, uploadedBy } = file;
  const until = 'replacedAt' in file ? keptUntil(file).toISOString() : null;
  return {
    ...{ number, name, size, sha256, uploadedAt: uploadedAt.toISOString(), uploadedBy },
    isCurrent: until === null,
    keptUntil: until,
  };
}

/** Time a file stays after it expired, in ms: a running change may still use it. */
const GRACE_MS = 3600 * 1000;

/** Removes earlier files of documents. */
export interface VersionRemoval {
  /** Deletes an earlier file for good. Throws 404, 409 for the current one. */
  remove(id: string, number: number, actor: Actor): Promise<void>;
  /** Removes expired files. Returns how many. */
  removeExpired(): Promise<number>;
}

/** Creates the removal of versions. */
export function createVersionRemoval(core: Core, model: Model<DocumentRecord>, files: FileStore): VersionRemoval {
  const { now } = core.database;
  return {
    remove: (id, number, actor) =>
      core.change(actor, async (change) => {
        const record = await findDocument(model, id);
        const { _id, title, versions = [] } = record;
        const found = versions.find((each) => each.number === number);
        if (found === undefined) {
          if (currentFile(record).number !== number) throw unknownVersion();
          throw conflict('conflict', 'This is the current file. Replace it first, or delete the document.');
        }
        const { fileId, name, sha256 } = found;
        await model.updateOne({ _id }, { $pull: { versions: { fileId } } });
        announceDocument(change, 'changed', _id);
        change.audit('document.version-deleted', id, { title, name, version: String(number), sha256 });
        // If this fails, the sweep removes the file, which has no owner.
        change.afterCommit(() => files.remove(fileId));
      }),

    removeExpired: async () => {
      let count = 0;
      const before = replacedBefore(new Date(now().getTime() - GRACE_MS));
      const over = { 'versions.replacedAt': { $lte: before } };
      for await (const { _id, versions = [] } of model.find(over).lean<DocumentRecord>().cursor()) {
        for (const { fileId } of versions.filter(({ replacedAt }) => replacedAt <= before)) {
          // The record goes first: a file without a record is swept.
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
