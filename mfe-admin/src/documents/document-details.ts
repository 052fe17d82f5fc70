import type { DocumentChange, DocumentKind, StoredDocument } from '@cytocomm/contract';

/** What a form says of a document besides its title; an empty text is nothing. */
export interface DetailsDraft {
  readonly kind: DocumentKind | undefined;
  /** The fiscal year. */
  readonly year: number | undefined;
  readonly revision: string;
  /** The day from which it is to be followed: `2026-03-14`. */
  readonly validFrom: string;
}

/** What a form says at first. */
export const NO_DETAILS: DetailsDraft = { kind: undefined, year: undefined, revision: '', validFrom: '' };

/** Returns what a form says of a document that is there. */
export const draftOf = ({ kind, year, revision = '', validFrom = '' }: StoredDocument): DetailsDraft => ({
  ...{ kind, year, revision, validFrom },
});

/** Returns the fields of an upload. */
export function fieldsOf({ kind, year, revision, validFrom }: DetailsDraft): ReadonlyMap<string, string> {
  const fields = Object.entries({ kind: kind ?? '', year: String(year ?? ''), revision: revision.trim(), validFrom });
  return new Map(fields.filter(([, value]) => value !== ''));
}

/** Returns what differs from a document, as a change of it; null takes away. */
export function changeTo(document: StoredDocument, draft: DetailsDraft): DocumentChange {
  const before = draftOf(document);
  const revision = draft.revision.trim();
  return {
    ...(draft.kind !== before.kind && { kind: draft.kind ?? null }),
    ...(draft.year !== before.year && { year: draft.year ?? null }),
    ...(revision !== before.revision && { revision: revision || null }),
    ...(draft.validFrom !== before.validFrom && { validFrom: draft.validFrom || null }),
  };
}
