import { addressOf, readDocumentContent, type StoredDocument, type Visibility } from '@cytocomm/contract';
import { groupsOf, type StoredReaders } from '../../platform/calls/readers.ts';
import type { StoredFile } from '../../platform/storage/file-store.ts';
import { addsReaders, isReport, nextReadersSince, storedVisibility } from './access.ts';
import { listFieldsOf } from './document-list.ts';
import type { DocumentRecord } from './model.ts';

/** The optional metadata of a document. */
export type DocumentDetails = Pick<DocumentRecord, 'kind' | 'year' | 'revision' | 'validFrom'>;

const NAMES = ['kind', 'year', 'revision', 'validFrom'] as const;

/** Input of details; null is none. */
type GivenDetails = { readonly [Name in keyof DocumentDetails]?: DocumentDetails[Name] | null | undefined };

/** Returns the details without null and undefined. */
export function detailsOf({ kind, year, revision, validFrom }: GivenDetails): DocumentDetails {
  return {
    ...(kind != null && { kind }),
    ...(year != null && { year }),
    ...(revision != null && { revision }),
    ...(validFrom != null && { validFrom }),
  };
}

/** Returns the names of details that differ. */
const differing = (before: DocumentDetails, after: DocumentDetails) =>
  NAMES.filter((name) => before[name] !== after[name]);

/** Whether two documents have the same details. */
export const hasSameDetails = (before: DocumentDetails, after: DocumentDetails): boolean =>
  differing(before, after).length === 0;

/** Returns the details that a change removes. */
const removedDetails = (before: DocumentDetails, after: DocumentDetails) =>
  Object.fromEntries(
    differing(before, after)
      .filter((name) => after[name] === undefined)
      .map((name) => [name, 1 as const]),
  );

/** Returns changed details with their former values, for the audit trail. */
export function auditedDetails(before: DocumentDetails, after: DocumentDetails): Readonly<Record<string, string>> {
  return Object.fromEntries(
    differing(before, after).flatMap((name) => [
      [name, String(after[name] ?? 'none')],
      ...(before[name] === undefined
        ? []
        : [[`former${name.charAt(0).toUpperCase()}${name.slice(1)}`, String(before[name])]]),
    ]),
  );
}

const PDF = 'application/pdf';

/** The input of a new document. */
export interface NewDocument extends DocumentDetails {
  readonly title: string;
  readonly visibility: Visibility;
  /** Only for these groups; by default for all holders of the role. */
  readonly groups?: readonly string[];
  readonly name: string;
  /** Whether subscribers to new reports get a mail; false by default. */
  readonly notify?: boolean;
}

/** Presents a document; to admins with its uploader and groups. */
export function presentDocument(
  record: DocumentRecord,
  visibility: Visibility,
  forAdmin: boolean,
  details: DocumentDetails = record,
): StoredDocument {
  const groups = groupsOf(record.visibility);
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
    ...presentReplacement(record),
    ...(forAdmin ? { uploadedBy: record.uploadedBy, ...(record.replaced && { replacedBy: record.replaced.by }) } : {}),
    ...(forAdmin && groups.length > 0 ? { groups: [...groups] } : {}),
    ...detailsOf(details),
  };
}

function presentReplacement({ file, replaced }: DocumentRecord) {
  return {
    ...(file && { version: file.number }),
    ...(replaced && { replacedAt: replaced.at.toISOString() }),
  };
}

/** Returns the record of a document whose file is stored. */
export function documentRecord(
  { title, visibility, groups = [], name, notify = false, ...details }: NewDocument,
  file: StoredFile,
  uploadedBy: string,
  { _id, uploadedAt }: Pick<DocumentRecord, '_id' | 'uploadedAt'>,
): DocumentRecord {
  return {
    _id,
    title,
    ...listFieldsOf({ title, name }),
    name,
    url: addressOf(readDocumentContent, { id: _id.toHexString() }),
    visibility: storedVisibility(visibility, groups),
    ...detailsOf(details),
    uploadedAt,
    newsAt: uploadedAt,
    storagePath: `documents/${uploadedAt.getTime()}_${name}`,
    fileId: file.id,
    size: file.length,
    chunkSize: file.chunkSize,
    contentType: PDF,
    sha256: file.sha256,
    uploadedBy,
    ...(notify && isReport({ visibility }) && { mailing: 'wanted' }),
  };
}

/** Whether two documents have the same readers. */
export const hasSameReaders = (one: StoredReaders | undefined, other: StoredReaders | undefined): boolean =>
  String(one) === String(other);

/** Returns the update of a change. */
export function changedFields(
  before: DocumentRecord,
  { title, visibility, ...details }: DocumentDetails & { readonly title: string; readonly visibility: StoredReaders },
  at: Date,
) {
  const isMoved = !hasSameReaders(visibility, before.visibility);
  return {
    $set: {
      ...(title !== before.title && { title, ...listFieldsOf({ title, name: before.name }) }),
      ...detailsOf(details),
      ...(isMoved && {
        ...{ visibility, readersSince: nextReadersSince(before, visibility, at) },
        ...(addsReaders(before, visibility) && { newsAt: at }),
      }),
    },
    $unset: removedDetails(before, details),
  };
}
