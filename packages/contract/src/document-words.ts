import type { DocumentKind } from './api/document-kinds.ts';
import type { Visibility } from './api/documents.ts';

/** Each kind of document as people read it. */
export const DOCUMENT_KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  'annual-report': 'Annual report',
  'half-year-report': 'Half-year report',
  presentation: 'Presentation',
  'cap-table': 'Cap table',
  minutes: 'Minutes',
  sop: 'SOP',
  note: 'Note',
  other: 'Other',
};

const AUDIENCES: Readonly<Record<Visibility, string>> = {
  investor: 'Investors',
  customer: 'Customers',
  public: 'Public',
};

/** What {@link aboutDocument} tells of a document. */
export interface ToldDocument {
  readonly kind?: DocumentKind | undefined;
  readonly revision?: string | undefined;
  readonly visibility?: Visibility | undefined;
  readonly name: string;
}

/** Returns what tells a document from others of its title: `SOP · Revision 4 · Customers · sop-103.pdf`. */
export function aboutDocument({ kind, revision, visibility, name }: ToldDocument): string {
  return [
    kind && DOCUMENT_KIND_LABELS[kind],
    revision && `Revision ${revision}`,
    visibility && AUDIENCES[visibility],
    name,
  ]
    .filter(Boolean)
    .join(' · ');
}
