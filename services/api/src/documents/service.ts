import {
  addressOf,
  type DocumentPage,
  readDocumentContent,
  type StorageUsage,
  type StoredDocument,
  type Visibility,
} from '@cytocomm/contract';
import type { Types } from 'mongoose';
import type { Core } from '../core.ts';
import { newestFirst } from '../database/newest-first.ts';
import { beforeWriting } from '../http/database-trouble.ts';
import { ApiError, notFound } from '../http/problem.ts';
import { createOnce } from '../idempotency/once.ts';
import type { FileStore, PendingFile, StoredFile } from '../storage/file-store.ts';
import type { Actor } from '../users/service.ts';
import { REPORTS } from './access.ts';
import { type DocumentRecord, documentModel } from './model.ts';

/** What an admin says of a document. */
export interface NewDocument {
  readonly title: string;
  readonly visibility: Visibility;
  readonly name: string;
  /** Whether those who asked to hear of new reports get a mail. */
  readonly notify?: boolean;
}

/** A document that was uploaded at another time. */
type EarlierDocument = NewDocument & Pick<DocumentRecord, '_id' | 'uploadedAt' | 'uploadedBy'>;

/** The documents of a database. */
export interface Documents {
  /** One page, newest first, of those with one of these visibilities. */
  list(
    visibilities: readonly Visibility[],
    limit: number,
    cursor: string | undefined,
    forAdmin: boolean,
  ): Promise<DocumentPage>;
  /** The record, if it has one of these visibilities; otherwise 404, so that nothing is guessed. */
  find(id: string, visibilities: readonly Visibility[]): Promise<DocumentRecord>;
  /** Under the same key, and with the same file, it is added once: a file that is sent again is not kept. */
  add(given: NewDocument, file: PendingFile, key: string | undefined, actor: Actor): Promise<StoredDocument>;
  /** Adds a document as it was at an earlier time, under its own id, unless there is one. Returns whether it was new. */
  addOnce(earlier: EarlierDocument, writeFile: () => Promise<PendingFile>): Promise<boolean>;
  /** The record and its file together. */
  remove(id: string, actor: Actor): Promise<void>;
  usage(): Promise<Omit<StorageUsage, 'maxUploadBytes'>>;
  /** Called after a document was added. */
  onAdded(tell: () => void): void;
  /** Completes what a crash has interrupted: uploads, and deletions. */
  tidyUp(): Promise<void>;
  /** Walks over everything stored and removes what nobody owns. */
  sweep(): Promise<number>;
}

const PDF = 'application/pdf';
const EVERY: readonly Visibility[] = ['public', 'investor', 'customer'];

const order = newestFirst<DocumentRecord>('uploadedAt', (row) => row.uploadedAt);
const unknown = (hides?: string) => notFound('There is no such document.', hides);

function shown(record: DocumentRecord, visibility: Visibility, forAdmin: boolean): StoredDocument {
  return {
    id: String(record._id),
    title: record.title,
    name: record.name,
    url: record.url,
    visibility,
    uploadedAt: record.uploadedAt.toISOString(),
    storagePath: record.storagePath,
    size: record.size,
    contentType: record.contentType,
    sha256: record.sha256,
    ...(forAdmin ? { uploadedBy: record.uploadedBy } : {}),
  };
}

/** Returns the record of a document whose file is stored. */
function documentRecord(
  { title, visibility, name, notify = false }: NewDocument,
  file: StoredFile,
  uploadedBy: string,
  { _id, uploadedAt }: Pick<DocumentRecord, '_id' | 'uploadedAt'>,
): DocumentRecord {
  return {
    _id,
    title,
    name,
    url: addressOf(readDocumentContent, { id: _id.toHexString() }),
    visibility,
    uploadedAt,
    storagePath: `documents/${uploadedAt.getTime()}_${name}`,
    fileId: file.id,
    size: file.length,
    chunkSize: file.chunkSize,
    contentType: PDF,
    sha256: file.sha256,
    uploadedBy,
    ...(notify && REPORTS.includes(visibility) && { mailing: 'wanted' }),
  };
}

/** The documents of a database, their files in a store. */
export function createDocuments(core: Core, files: FileStore): Documents {
  const model = documentModel(core.database.connection);
  const once = createOnce(core.database.connection);
  const listeners: (() => void)[] = [];

  const isOwned = async (fileId: Types.ObjectId) => (await model.exists({ fileId })) !== null;

  async function complete(record: DocumentRecord): Promise<void> {
    await files.remove(record.fileId);
    await model.deleteOne({ _id: record._id });
  }

  return {
    list: async (visibilities, limit, cursor, forAdmin) => {
      const behind = order.behind(cursor);
      const found = await Promise.all(
        visibilities.map((visibility) =>
          model
            .find({ visibility, ...behind })
            .sort(order.sort)
            .limit(limit + 1)
            .lean(),
        ),
      );
      const { page, nextCursor } = order.page(found, limit);
      const items = page.flatMap((row) => (row.visibility === undefined ? [] : [shown(row, row.visibility, forAdmin)]));
      return { items, nextCursor };
    },

    find: async (id, visibilities) => {
      const record = await model.findById(id).lean();
      if (record?.visibility === undefined) throw unknown();
      if (!visibilities.includes(record.visibility)) throw unknown(id);
      return record;
    },

    add: async ({ title, visibility, name, notify = false }, file, key, actor) => {
      const given = { title, visibility, name, notify };
      const { sha256 } = file;
      const by = actor.actor ?? '';
      try {
        const record = await once(
          { person: by, key, body: { document: { ...given, sha256 } } },
          {
            make: async (_id) => {
              await beforeWriting(file.claim());
              const made = documentRecord(given, file, by, { _id, uploadedAt: core.database.now() });
              await model.create(made);
              return made;
            },
            find: (_id) => model.findOne({ _id, visibility: { $exists: true } }).lean(),
            complete: async (made, isNew) => {
              if (isNew) {
                await file.settle();
                await core.audit.record({
                  ...actor,
                  action: 'document.uploaded',
                  subject: String(made._id),
                  detail: { title, name, visibility, sha256, ...(notify && { notify: 'by mail' }) },
                });
              }
              for (const tell of listeners) tell();
            },
          },
        );
        if (!record.fileId.equals(file.id)) await file.discard();
        return shown(record, visibility, true);
      } catch (error) {
        // Whether the record is there is known only where the call was refused; else the sweeper looks.
        if (error instanceof ApiError && error.status < 500) await file.discard();
        throw error;
      }
    },

    addOnce: async ({ _id, uploadedAt, uploadedBy, ...text }, writeFile) => {
      if ((await model.exists({ _id })) !== null) return false;
      const file = await writeFile();
      await file.claim();
      const { _id: id, ...fields } = documentRecord(text, file, uploadedBy, { _id, uploadedAt });
      const { upsertedCount } = await model.updateOne({ _id: id }, { $setOnInsert: fields }, { upsert: true });
      await (upsertedCount === 1 ? file.settle() : file.discard());
      return upsertedCount === 1;
    },

    remove: async (id, actor) => {
      const before = await model.findById(id).lean();
      if (before?.visibility === undefined) throw unknown();
      // From this moment nobody finds it. Who could see it hears so from this very change, which says where it was.
      const taken = await model
        .findOneAndUpdate(
          { _id: before._id, visibility: before.visibility },
          { $set: { removedFrom: before.visibility }, $unset: { visibility: 1 } },
        )
        .lean();
      if (taken === null) throw unknown();
      await complete(taken);
      const detail = { title: taken.title, name: taken.name, visibility: before.visibility };
      await core.audit.record({ ...actor, action: 'document.deleted', subject: id, detail });
    },

    usage: async () => {
      const [sum] = await model.aggregate<{ documents: number; bytes: number }>([
        { $match: { visibility: { $in: EVERY } } },
        { $group: { _id: null, documents: { $sum: 1 }, bytes: { $sum: '$size' } } },
      ]);
      return { documents: sum?.documents ?? 0, bytes: sum?.bytes ?? 0 };
    },

    onAdded: (tell) => {
      listeners.push(tell);
    },

    tidyUp: async () => {
      await files.sweepAbandoned(isOwned);
      for (const record of await model.find({ removedFrom: { $in: EVERY } }).lean()) await complete(record);
    },

    sweep: () => files.sweepOrphans(isOwned),
  };
}
