import type { DocumentListQuery, DocumentOrder, DocumentSort, StoredDocument } from '@cytocomm/contract';
import { fold, holdsWords } from './search-words.ts';

/** Whether a document is one of those that a list asks for. */
export function isWanted(
  { title, name, visibility, kind, year }: StoredDocument,
  { search = '', visibility: wanted, kind: kinds, year: wantedYear }: DocumentListQuery,
): boolean {
  return (
    (wanted === undefined || visibility === wanted) &&
    (kinds === undefined || kinds.includes(kind ?? 'none')) &&
    (wantedYear === undefined || wantedYear === year) &&
    holdsWords([title, name], search)
  );
}

const ORDERS: Readonly<Record<DocumentOrder, (document: StoredDocument) => string>> = {
  title: ({ title }) => fold(title),
  size: ({ size }) => String(size).padStart(16, '0'),
  uploadedAt: ({ uploadedAt }) => uploadedAt,
};

/** Returns how a list orders its documents. */
export function documentOrder(sort: DocumentSort = '-uploadedAt') {
  const order = Object.entries(ORDERS).find(([name]) => sort.replace('-', '') === name)?.[1] ?? ORDERS.uploadedAt;
  const keyOf = (document: StoredDocument) => `${order(document)}\u0000${document.id}`;
  return (a: StoredDocument, b: StoredDocument) => (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
}
