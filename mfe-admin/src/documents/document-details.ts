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

/** The words in titles by which documents of a kind are known. */
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

/** Returns what a title says of a document: its kind, and the last year in it. */
function detailsInTitle(title: string): Pick<DetailsDraft, 'kind' | 'year'> {
  const words = title.replaceAll('_', ' ');
  const years = [...words.matchAll(/(?<!\bSOP[- ]?)\b20\d\d\b/gi)].map(([year]) => Number(year));
  return {
    kind: WORDS.find(([, known]) => known.test(words))?.[0],
    year: years.findLast((year) => year <= new Date().getFullYear() + 1),
  };
}

/** Returns the fields of an upload; what nobody chose is what the title says. */
export function fieldsOf(draft: DetailsDraft, title: string): ReadonlyMap<string, string> {
  const said = detailsInTitle(title);
  const { kind = said.kind, year = said.year, revision, validFrom } = draft;
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
