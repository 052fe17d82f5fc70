import type { DocumentAccess, PersonAccess, StoredDocument } from '@cytocomm/contract';

/** What a file for a spreadsheet has of each document. */
export const DOCUMENTS_CSV = {
  name: 'documents.csv',
  columns: [
    'title',
    'file',
    'visibleTo',
    'bytes',
    'uploaded',
    'uploadedBy',
    'sha256',
    'kind',
    'year',
    'revision',
    'validFrom',
    'version',
    'replaced',
    'replacedBy',
    'groups',
  ],
  lineOf: ({ title, name, visibility, size, uploadedAt, uploadedBy = '', sha256, ...more }: StoredDocument) => [
    ...[title, name, visibility, String(size), uploadedAt, uploadedBy, sha256],
    ...[more.kind, more.year, more.revision, more.validFrom].map((detail) => String(detail ?? '')),
    ...[String(more.version ?? 1), more.replacedAt ?? '', more.replacedBy ?? '', (more.groups ?? []).join(';')],
  ],
  action: 'document.exported',
} as const;

/** What it has of each time that a document was opened. */
export const ACCESSES_CSV = {
  name: 'accesses.csv',
  columns: ['who', 'what', 'when', 'from'],
  lineOf: ({ by, action, at, from }: DocumentAccess) => [by ?? 'a visitor', action, at, from],
  action: 'document.accesses-exported',
} as const;

/** What it has of each time that a person opened a document. */
export const PERSON_ACCESSES_CSV = {
  name: 'accesses-of-person.csv',
  columns: ['document', 'what', 'when', 'from', 'documentId'],
  lineOf: ({ title, action, at, from, documentId }: PersonAccess) => [
    ...[title ?? 'a deleted document', action, at, from, documentId],
  ],
  action: 'user.accesses-exported',
} as const;
