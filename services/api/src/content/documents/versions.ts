import type { StoredDocument, DocumentVersions as VersionList } from '@cytocomm/contract';
import type { Model, UpdateQuery } from 'mongoose';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError } from '../../platform/calls/problem.ts';
import { groupsOf } from '../../platform/calls/readers.ts';
import type { Change } from '../../platform/changes/change.ts';
import type { Core } from '../../platform/core.ts';
import { ifMatchHolds } from '../../platform/http/conditions.ts';
import { createOnce } from '../../platform/idempotency/once.ts';
import type { FileStore, PendingFile } from '../../platform/storage/file-store.ts';
import { visibilityOf } from './access.ts';
import { detailsOf, presentDocument } from './document-record.ts';
import { announceDocument, type DocumentRecord, type EarlierFile, type VersionFile } from './model.ts';
import {
  createVersionRemoval,
  currentFile,
  findDocument,
  isMailObsolete,
  keptFiles,
  presentVersion,
  replacementFieldsOf,
  unknownDocument,
  unknownVersion,
  type VersionRemoval,
} from './version-files.ts';

/** The input of a replacement. */
export interface NewFile extends Pick<DocumentRecord, 'revision' | 'validFrom'> {
  readonly name: string;
  readonly notify: boolean;
}

/** The expected state of the document, and the idempotency key. */
interface Conditions {
  readonly ifMatch?: string | undefined;
  readonly key?: string | undefined;
}

/** The current and earlier files of documents. */
export interface Versions extends VersionRemoval {
  /** Throws 404 for an unknown document, 412 if it has another file than expected, unless the key was used before. */
  assertReplaceable(id: string, conditions: Conditions, actor: Actor): Promise<void>;
  /** Makes a file the current one, once per key and file; identical bytes change nothing. Throws 404, 412. */
  replace(id: string, input: NewFile, file: PendingFile, conditions: Conditions, actor: Actor): Promise<StoredDocument>;
  /** Returns the files of a document, newest first. Throws 404. */
  list(id: string): Promise<VersionList>;
  /** Returns a document with one of its files as the current one. Throws 404. */
  find(id: string, number: number): Promise<DocumentRecord>;
  /** Makes an earlier file the current one. Throws 404, 412. */
  restore(id: string, number: number, ifMatch: string | undefined, actor: Actor): Promise<StoredDocument>;
  /** Returns the total size of all earlier files. */
  bytes(): Promise<number>;
}

const etagOf = ({ sha256 }: Pick<DocumentRecord, 'sha256'>) => `"${sha256}"`;

function assertIfMatch(ifMatch: string | undefined, record: DocumentRecord): void {
  if (ifMatch === undefined || ifMatchHolds(ifMatch, etagOf(record))) return;
  const who = record.replaced === undefined ? '' : ` It was replaced by ${record.replaced.by} last.`;
  const detail = `This document has another file than you saw.${who} Nothing was changed.`;
  throw new ApiError(412, 'precondition-failed', detail, { headers: { ETag: etagOf(record) } });
}

/** Creates the versions of documents. */
export function createVersions(core: Core, model: Model<DocumentRecord>, files: FileStore): Versions {
  const once = createOnce(core.database.connection);
  const { now } = core.database;

  const read = (id: string) => findDocument(model, id);

  const filesOf = (record: DocumentRecord): readonly (VersionFile | EarlierFile)[] =>
    [currentFile(record), ...keptFiles(record, now())].toSorted((a, b) => b.number - a.number);

  /** Removes the files that a change dropped; if that fails, the sweep removes them. */
  async function removeDropped({ versions: earlier = [] }: DocumentRecord, after: DocumentRecord): Promise<void> {
    const ids = new Set([after, ...(after.versions ?? [])].map(({ fileId }) => String(fileId)));
    for (const { fileId } of earlier) {
      if (ids.has(String(fileId))) continue;
      await files
        .remove(fileId)
        .catch((error: unknown) => core.log.warn({ err: error, file: fileId }, 'an earlier file was not removed yet'));
    }
  }

  /** Makes a file the current one, in a change. */
  async function write(
    change: Change,
    before: DocumentRecord,
    update: UpdateQuery<DocumentRecord>,
  ): Promise<DocumentRecord> {
    const after = await model
      .findOneAndUpdate({ _id: before._id }, update, { returnDocument: 'after' })
      .lean<DocumentRecord | null>();
    if (after === null) throw unknownDocument();
    announceDocument(change, 'changed', after._id, after.visibility);
    change.afterCommit(() => removeDropped(before, after));
    return after;
  }

  /** Replaces the file, in a change. */
  async function put(
    id: string,
    { name, notify, ...details }: NewFile,
    file: PendingFile,
    ifMatch: string | undefined,
    by: string,
    change: Change,
  ): Promise<DocumentRecord> {
    const before = await read(id);
    if (before.sha256 === file.sha256) return before;
    assertIfMatch(ifMatch, before);
    const [at, number] = [now(), (before.newestVersion ?? 1) + 1];
    const { id: fileId, length: size, chunkSize, sha256 } = file;
    const stored = { number, fileId, name, size, chunkSize, sha256, uploadedAt: at, uploadedBy: by };
    const next = { ...stored, ...details };
    await file.own();
    const after = await write(change, before, { $set: replacementFieldsOf(before, next, { by, now: at, notify }) });
    change.audit('document.replaced', id, {
      ...{ title: before.title, name, formerName: before.name, version: String(number), sha256 },
      ...details,
      ...(notify && { notify: 'by mail' }),
    });
    return after;
  }

  const present = (record: DocumentRecord): StoredDocument => {
    const visibility = visibilityOf(record.visibility);
    if (visibility === undefined) throw unknownDocument();
    return presentDocument(record, visibility, true);
  };

  return {
    ...createVersionRemoval(core, model, files),

    assertReplaceable: async (id, { ifMatch, key }, actor) => {
      const before = await read(id);
      // A repeated call may have made the change itself.
      if (!(await once.isUsed({ person: actor.actor ?? '', key }, async () => before))) assertIfMatch(ifMatch, before);
    },

    replace: async (id, input, file, { ifMatch, key }, actor) => {
      const person = actor.actor ?? '';
      const body = { replacement: { id, ...input, sha256: file.sha256 } };
      try {
        const record = await core.change(actor, (change) =>
          once(
            { person, key, body },
            {
              make: () => put(id, input, file, ifMatch, person, change),
              // The current record: it may have changed since.
              find: () => model.findById(id).lean<DocumentRecord | null>(),
            },
          ),
        );
        if (!record.fileId.equals(file.id)) await file.discard();
        return present(record);
      } catch (error) {
        // Only a refused call has certainly left no record; otherwise the sweep decides.
        if (error instanceof ApiError && error.status < 500) await file.discard();
        throw error;
      }
    },

    list: async (id) => {
      const record = await read(id);
      const visibility = visibilityOf(record.visibility);
      if (visibility === undefined) throw unknownDocument();
      const groups = groupsOf(record.visibility);
      return {
        ...{ title: record.title, visibility, items: filesOf(record).map(presentVersion) },
        ...detailsOf({ kind: record.kind, revision: record.revision, validFrom: record.validFrom }),
        ...(groups.length > 0 && { groups: [...groups] }),
      };
    },

    find: async (id, number) => {
      const record = await read(id);
      const found = filesOf(record).find((each) => each.number === number);
      if (found === undefined) throw unknownVersion();
      const { fileId, name, size, chunkSize, sha256, uploadedAt, uploadedBy } = found;
      const { replaced: _, ...rest } = record;
      // Without readers, so that no shared cache stores it.
      return {
        ...rest,
        visibility: [],
        fileId,
        name,
        size,
        chunkSize,
        sha256,
        uploadedAt,
        file: { number, uploadedAt, uploadedBy },
      };
    },

    restore: (id, number, ifMatch, actor) =>
      core.change(actor, async (change) => {
        const before = await read(id);
        const next = filesOf(before).find((each) => each.number === number);
        if (next === undefined) throw unknownVersion();
        assertIfMatch(ifMatch, before);
        if (!('replacedAt' in next)) return present(before);
        const { replacedAt: _, ...file } = next;
        const { number: former } = currentFile(before);
        const recallsMail = isMailObsolete(before, file);
        const $set = replacementFieldsOf(before, file, { by: actor.actor ?? '', now: now() });
        const after = await write(change, before, { $set, ...(recallsMail && { $unset: { mailing: 1 } }) });
        change.audit('document.version-restored', id, {
          ...{ title: before.title, name: file.name, version: String(number), former: String(former) },
          sha256: file.sha256,
          ...(recallsMail && { mail: 'recalled' }),
        });
        return present(after);
      }),

    bytes: async () => {
      const [sum] = await model.aggregate<{ bytes: number }>([
        { $match: { 'versions.replacedAt': { $gt: new Date(0) } } },
        { $unwind: '$versions' },
        { $group: { _id: null, bytes: { $sum: '$versions.size' } } },
      ]);
      return sum?.bytes ?? 0;
    },
  };
}
