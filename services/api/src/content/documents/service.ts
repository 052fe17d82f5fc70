import type { DocumentChange, DocumentListQuery, DocumentPage, StorageUsage, StoredDocument } from '@cytocomm/contract';
import type { Types } from 'mongoose';
import type { Logger } from 'pino';
import type { Actor } from '../../platform/audit/actor.ts';
import { type RepeatedJob, repeatedJob, takeJobTurn } from '../../platform/background/repeated-job.ts';
import { createKindOfBin, type KindOfBin } from '../../platform/bin/kind-of-bin.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import { groupsOf, isReadBy, readerKeys } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import type { Database } from '../../platform/database/database.ts';
import { storeAgain } from '../../platform/database/record.ts';
import { createOnce } from '../../platform/idempotency/once.ts';
import { presentAll } from '../../platform/lists/pages.ts';
import type { FileOwners, FileStore, PendingFile } from '../../platform/storage/file-store.ts';
import { storedVisibility, VISIBILITIES, visibilityOf } from './access.ts';
import { createDocumentList, listFieldsOf } from './document-list.ts';
import {
  auditedDetails,
  changedFields,
  detailsOf,
  documentRecord,
  hasSameDetails,
  hasSameReaders,
  type NewDocument,
  presentDocument,
} from './document-record.ts';
import { announceDocument, type DocumentRecord, documentModel } from './model.ts';
import { dropOldMail } from './report-mail.ts';
import { unknownDocument } from './version-files.ts';
import { createVersions, type Versions } from './versions.ts';

/** A document with the time of its upload. */
type EarlierDocument = NewDocument & Pick<DocumentRecord, '_id' | 'uploadedAt' | 'uploadedBy'>;

/** The documents of the portal. */
export interface Documents {
  /** Deleted documents that can be restored, with their files. */
  readonly bin: KindOfBin;
  /** The current and earlier files. */
  readonly versions: Versions;
  /** Returns a page of documents that these keys read, by default newest first. */
  list(query: DocumentListQuery, keys: readonly string[], forAdmin: boolean): Promise<DocumentPage>;
  /** Returns a document. Throws 404 unless one of these keys reads it, so ids reveal nothing. */
  find(id: string, keys: readonly string[]): Promise<DocumentRecord>;
  /** Throws 409 if the document made under this key was deleted since; called before the file is received. */
  assertKey(key: string | undefined, actor: Actor): Promise<void>;
  /** Adds a document, once per key and file; a repeated call discards its file. */
  add(input: NewDocument, file: PendingFile, key: string | undefined, actor: Actor): Promise<StoredDocument>;
  /** Adds a document with a fixed id, unless it exists. Returns whether it was new. */
  addOnce(earlier: EarlierDocument, writeFile: () => Promise<PendingFile>): Promise<boolean>;
  /** Changes title, details or readers; calls `beforeMove` before readers change. Throws 404. */
  change(id: string, change: DocumentChange, actor: Actor, beforeMove?: () => void): Promise<StoredDocument>;
  /** Moves the record into the bin; its files stay until it leaves the bin. */
  remove(id: string, actor: Actor): Promise<void>;
  usage(): Promise<Omit<StorageUsage, 'maxUploadBytes'>>;
  /** Cleans up after interrupted uploads. */
  tidyUp(): Promise<void>;
  /** Removes expired versions and stored files without a record. Returns the number of the latter. */
  sweep(): Promise<number>;
}

/** The keys of all documents. */
const EVERYTHING = readerKeys(VISIBILITIES, { roles: ['admin'], groups: [] });

/** Creates the documents, with their files in a store. */
export function createDocuments(core: Core, files: FileStore): Documents {
  const model = documentModel(core.database.connection);
  const list = createDocumentList(model);
  const once = createOnce(core.database.connection);
  const versions = createVersions(core, model, files);

  /**
   * Whether a document has this file, now or earlier. Current files are checked twice, since an earlier file may become current
   * between two queries; one query for both would read all documents on databases that join no indexes.
   */
  const isInDocuments = async (fileId: Types.ObjectId) =>
    (await model.exists({ fileId })) !== null ||
    (await model.exists({ 'versions.fileId': fileId })) !== null ||
    (await model.exists({ fileId })) !== null;

  const bin = createKindOfBin<DocumentRecord>(core, 'document', {
    store: async (record, change) => {
      await storeAgain(model, { ...dropOldMail(record, core.database.now()), ...listFieldsOf(record) }, change.session);
      announceDocument(change, 'added', record._id, record.visibility);
    },
    discard: (record, change) =>
      change.afterCommit(async () => {
        for (const { fileId } of [record, ...(record.versions ?? [])])
          if (!(await isInDocuments(fileId))) await files.remove(fileId);
      }),
  });

  const findById = (_id: string | Types.ObjectId) => model.findById(_id).lean<DocumentRecord | null>();

  // Checked again at the end: it may have returned from the bin between two queries.
  const owners: FileOwners = {
    own: async (fileId) => (await isInDocuments(fileId)) || (await bin.owns(fileId)) || (await isInDocuments(fileId)),
    ownedAmong: async (ids) => [
      ...(await model.distinct('fileId', { fileId: { $in: ids } })),
      ...(await model.distinct('versions.fileId', { 'versions.fileId': { $in: ids } })),
    ],
  };

  return {
    bin,
    versions,

    list: async (query, keys, forAdmin) => {
      const { rows, nextCursor } = await list(query, keys);
      const items = presentAll(core.log, rows, (row) => {
        const visibility = visibilityOf(row.visibility);
        return visibility === undefined ? [] : [presentDocument(row, visibility, forAdmin)];
      }).flat();
      return { items, nextCursor };
    },

    find: async (id, keys) => {
      const record = await findById(id);
      if (record === null) throw unknownDocument();
      if (!isReadBy(record.visibility, keys)) throw unknownDocument(id);
      return record;
    },

    assertKey: async (key, actor) => {
      await once.isUsed({ person: actor.actor ?? '', key }, findById);
    },

    add: async ({ title, visibility, groups = [], name, notify = false, ...given }, file, key, actor) => {
      const details = detailsOf(given);
      const input = { title, visibility, name, notify, ...(groups.length > 0 && { groups }), ...details };
      const { sha256 } = file;
      const by = actor.actor ?? '';
      try {
        const record = await core.change(actor, (change) =>
          once(
            { person: by, key, body: { document: { ...input, sha256 } } },
            {
              make: async (_id) => {
                const created = documentRecord(input, file, by, { _id, uploadedAt: core.database.now() });
                await file.own();
                await model.create(created);
                change.audit('document.uploaded', String(_id), {
                  ...{ title, name, visibility, sha256 },
                  ...(groups.length > 0 && { groups: groups.join(', ') }),
                  ...(notify && { notify: 'by mail' }),
                  ...auditedDetails({}, details),
                });
                announceDocument(change, 'added', _id, created.visibility);
                return created;
              },
              find: findById,
            },
          ),
        );
        if (!record.fileId.equals(file.id)) await file.discard();
        return presentDocument(record, visibility, true);
      } catch (error) {
        // Only a refused call has certainly left no record; otherwise the sweep decides.
        if (error instanceof ApiError && error.status < 500) await file.discard();
        throw error;
      }
    },

    addOnce: async ({ _id, uploadedAt, uploadedBy, ...text }, writeFile) => {
      if ((await model.exists({ _id })) !== null) return false;
      const file = await writeFile();
      const isNew = await core.change({ actor: uploadedBy }, async (change) => {
        const { _id: id, ...fields } = documentRecord(text, file, uploadedBy, { _id, uploadedAt });
        const { upsertedCount } = await model.updateOne({ _id: id }, { $setOnInsert: fields }, { upsert: true });
        if (upsertedCount === 0) return false;
        await file.own();
        announceDocument(change, 'added', id, fields.visibility);
        return true;
      });
      if (!isNew) await file.discard();
      return isNew;
    },

    change: (id, changed, actor, beforeMove) =>
      core.change(actor, async (change) => {
        const before = await findById(id);
        const visibilityBefore = visibilityOf(before?.visibility);
        if (before === null || visibilityBefore === undefined) throw unknownDocument();
        const groupsBefore = groupsOf(before.visibility);
        const { title = before.title, visibility = visibilityBefore, groups = groupsBefore } = changed;
        const stored = storedVisibility(visibility, groups);
        const isRenamed = title !== before.title;
        const isMoved = !hasSameReaders(stored, before.visibility);
        if (isMoved) beforeMove?.();
        const details = detailsOf({ ...before, ...changed });
        const after = presentDocument({ ...before, title, visibility: stored }, visibility, true, details);
        if (!isRenamed && !isMoved && hasSameDetails(before, details)) return after;
        const fields = changedFields(before, { title, visibility: stored, ...details }, core.database.now());
        await model.updateOne({ _id: before._id }, fields);
        announceDocument(change, 'changed', before._id, before.visibility, stored);
        change.audit('document.changed', id, {
          title,
          name: before.name,
          visibility,
          ...(visibility !== visibilityBefore && { before: visibilityBefore }),
          ...([...groups, ...groupsBefore].length > 0 && {
            ...{ groups: groups.join(', '), formerGroups: groupsBefore.join(', ') },
          }),
          ...(isRenamed && { formerTitle: before.title }),
          ...auditedDetails(before, details),
        });
        return after;
      }),

    remove: (id, actor) =>
      core.change(actor, async (change) => {
        const before = await findById(id);
        if (before === null) throw unknownDocument();
        const { _id, title, name, fileId } = before;
        await model.deleteOne({ _id });
        announceDocument(change, 'removed', _id, before.visibility);
        await bin.put({ subject: id, title, record: before, deletedBy: actor.actor ?? '', fileId });
        change.audit('document.deleted', id, { title, name, visibility: visibilityOf(before.visibility) ?? '' });
      }),

    usage: async () => {
      const [sum] = await model.aggregate<{ documents: number; bytes: number }>([
        { $match: { visibility: { $in: EVERYTHING } } },
        { $group: { _id: null, documents: { $sum: 1 }, bytes: { $sum: '$size' } } },
      ]);
      return { documents: sum?.documents ?? 0, bytes: (sum?.bytes ?? 0) + (await versions.bytes()) };
    },

    tidyUp: async () => {
      await files.sweepAbandoned();
    },

    sweep: async () => {
      await versions.removeExpired();
      return files.sweepOrphans(owners);
    },
  };
}

const TIDY_MS = 60_000;
const SWEEP_MS = 6 * 3600 * 1000;

/** Returns the cleanup jobs: after interrupted uploads every minute, and a full sweep every six hours in one process. */
export function documentUpkeep(
  documents: Documents,
  database: Pick<Database, 'connection' | 'now'>,
  log: Logger,
): readonly RepeatedJob[] {
  return [
    repeatedJob({ name: 'tidy up after interrupted uploads', everyMs: TIDY_MS, run: documents.tidyUp }, log),
    repeatedJob(
      {
        name: 'sweep files without an owner',
        everyMs: SWEEP_MS,
        run: async () => {
          if (!(await takeJobTurn(database, 'files of no document', SWEEP_MS / 2))) return;
          const files = await documents.sweep();
          if (files > 0) log.warn({ files }, 'files without an owner were removed');
        },
      },
      log,
    ),
  ];
}
