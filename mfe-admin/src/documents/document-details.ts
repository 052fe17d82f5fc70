import type { DocumentChange, DocumentKind, StoredDocument } from '@cytocomm/contract';

/** The details of a document in a form, besides its title; an empty text is none. */
export interface DetailsDraft {
  readonly kind: DocumentKind | undefined;
  /** The fiscal year. */
  readonly year: number | undefined;
  readonly revision: string;
  /** The day from which it is to be followed: `2026-03-14`. */
  readonly validFrom: string;
}

/** The details of a form that was not filled in. */
export const NO_DETAILS: DetailsDraft = { kind: undefined, year: undefined, revision: '', validFrom: '' };

/** Returns the details of a stored document. */
export const draftOf = ({ kind, year, revision = '', validFrom = '' }: StoredDocument): DetailsDraft => ({
  ...{ kind, year, revision, validFrom },
});

/** Words in a title that say which kind a document is of. */
const WORDS: readonly (readonly [DocumentKind, RegExp])[] = [
  // What is about a report comes first.
  ['presentation', /\bpresentation\b/i],
  ['minutes', /\bminutes\b/i],
  ['cap-table', /\bcap table\b/i],
  ['half-year-report', /\b(half[- ]year|interim)\b.*\breport\b/i],
  ['annual-report', /\bannual report\b/i],
  ['sop', /\bsop\b/i],
  ['note', /\bnotes?\b/i],
];

/** Returns the kind and the last year that a title names. */
function detailsInTitle(title: string): Pick<DetailsDraft, 'kind' | 'year'> {
  const words = title.replaceAll('_', ' ');
  const years = [...words.matchAll(/(?<!\bSOP[- ]?)\b20\d\d\b/gi)].map(([year]) => Number(year));
  return {
    kind: WORDS.find(([, pattern]) => pattern.test(words))?.[0],
    year: years.findLast((year) => year <= new Date().getFullYear() + 1),
  };
}

/** Returns the fields of an upload; those that were not chosen are taken from the title. */
export function fieldsOf(draft: DetailsDraft, title: string): ReadonlyMap<string, string> {
  const inTitle = detailsInTitle(title);
  const { kind = inTitle.kind, year = inTitle.year, revision, validFrom } = draft;
  const fields = Object.entries({ kind: kind ?? '', year: String(year ?? ''), revision: revision.trim(), validFrom });
  return new Map(fields.filter(([, value]) => value !== ''));
}

/** Returns the change from a stored document to its form; null takes a field away. */
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
