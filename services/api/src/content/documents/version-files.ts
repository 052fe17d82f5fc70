import { type DocumentVersion, MAX_DOCUMENT_VERSIONS, RETENTION } from '@cytocomm/contract';
import type { Model } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { type ApiError, conflict, notFound, serviceUnavailable } from '../../platform/calls/problem.ts';
import type { StoredReaders } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import { isReport } from './access.ts';
import { listFieldsOf } from './document-list.ts';
import { detailsOf } from './document-record.ts';
import type { DocumentRecord, EarlierFile, VersionFile } from './model.ts';
import { waits } from './report-mail.ts';

/** Returns 404 for a document that there is not. `hides` is the id of one that the caller may not know of. */
export function unknownDocument(hides?: string): ApiError {
  return notFound('There is no such document.', hides);
}

/** How often a change is tried that others overtake. */
export const MAX_ATTEMPTS = 5;

/** A document that is not being deleted. */
export type ShownDocument = DocumentRecord & { readonly visibility: StoredReaders };

/** Returns a document whose files are asked for. Throws 404. */
export async function readShown(model: Model<DocumentRecord>, id: string): Promise<ShownDocument> {
  const record = await model.findById(id).lean<DocumentRecord | null>();
  if (record?.visibility === undefined) throw unknownDocument();
  return { ...record, visibility: record.visibility };
}

/** Returns the 404 of a version that a document has not. */
export const unknownVersion = () =>
  notFound('There is no such version of this document. Its time may be over, or it made room for newer ones.');

/** Returns the 503 of a change that others overtook each time. */
export const overtaken = () => serviceUnavailable('Somebody else just changed this document. Try again.');

const KEPT_MS = RETENTION.documentVersionDays * 24 * 3600 * 1000;

/** Until when an earlier file is kept. */
const keptUntil = ({ replacedAt }: EarlierFile): Date => new Date(replacedAt.getTime() + KEPT_MS);

/** Before when a file was replaced whose time is over now. */
const replacedBefore = (now: Date): Date => new Date(now.getTime() - KEPT_MS);

/** Returns the moment since when a document has the file that it has. */
export const changedAt = ({ uploadedAt, replaced }: Pick<DocumentRecord, 'uploadedAt' | 'replaced'>): Date =>
  replaced?.at ?? uploadedAt;

/** Returns the file of a document, as its versions list it. */
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

/** Returns the earlier files that are not to be removed yet, newest number first. */
export function keptFiles({ versions = [] }: Pick<DocumentRecord, 'versions'>, now: Date): readonly EarlierFile[] {
  return versions.filter((each) => keptUntil(each) > now).toSorted((a, b) => b.number - a.number);
}

/** What a document becomes by another file. */
interface Replacement {
  readonly by: string;
  readonly now: Date;
  readonly notify?: boolean;
}

/** Returns what makes a mail tell of a file. One that waits tells of it anyway, and waits no longer for it. */
const mailOf = (before: DocumentRecord, number: number, now: Date) =>
  waits(before) ? {} : { mailing: 'wanted' as const, mailAbout: { number, since: now } };

/** Whether the mail that waits tells of files that came after this one alone: it is wanted no more once they are taken back. */
export const isMailOver = (record: DocumentRecord, { number }: VersionFile): boolean =>
  waits(record) && record.mailAbout !== undefined && number < record.mailAbout.number;

/**
 * Returns the moment of a change. Dates of HTTP have whole seconds: two files of one second would be the same to a client that
 * knows its part of the file by the date.
 */
const momentAfter = (record: DocumentRecord, now: Date): Date =>
  new Date(Math.max(now.getTime(), (Math.floor(changedAt(record).getTime() / 1000) + 1) * 1000));

/** Returns what makes a file the current one, with the former one among the earlier ones. */
export function fieldsOfReplacement(
  before: DocumentRecord,
  next: VersionFile,
  { by, now, notify = false }: Replacement,
): Partial<DocumentRecord> {
  const { visibility = 'public', title } = before;
  const { number, uploadedAt, uploadedBy, replacement, ...file } = next;
  const at = momentAfter(before, now);
  const others = keptFiles(before, now).filter((each) => !each.fileId.equals(next.fileId));
  const byReplacing = [{ ...currentFile(before), replacedAt: at }, ...others].toSorted(
    (a, b) => b.replacedAt.getTime() - a.replacedAt.getTime(),
  );
  return {
    ...file,
    ...listFieldsOf({ title, name: next.name }),
    file: { number, uploadedAt, uploadedBy, ...(replacement && { replacement }) },
    newestVersion: Math.max(number, before.newestVersion ?? 1),
    replaced: { at, by, for: visibility },
    versions: byReplacing.slice(0, MAX_DOCUMENT_VERSIONS),
    toldAt: now,
    ...(notify && isReport({ visibility }) && mailOf(before, number, now)),
  };
}

/** Returns a version as admins see it. */
export function presentVersion(file: VersionFile | EarlierFile): DocumentVersion {
  const { number, name, size, sha256, uploadedAt, uploadedBy } = file;
  const until = 'replacedAt' in file ? keptUntil(file).toISOString() : null;
  return {
    ...{ number, name, size, sha256, uploadedAt: uploadedAt.toISOString(), uploadedBy },
    isCurrent: until === null,
    keptUntil: until,
  };
}

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
