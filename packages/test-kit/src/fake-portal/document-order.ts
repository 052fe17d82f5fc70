import type { DocumentListQuery, DocumentOrder, DocumentSort, StoredDocument } from '@cytocomm/contract';

const fold = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** Whether a document is one of those that a list asks for. */
export function isWanted(
  { title, name, visibility }: StoredDocument,
  { search = '', visibility: wanted }: DocumentListQuery,
): boolean {
  const words = search.split(/\s+/);
  return (
    (wanted === undefined || visibility === wanted) &&
    words.every((word) => fold(title).includes(fold(word)) || name.toLowerCase().includes(word.toLowerCase()))
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
