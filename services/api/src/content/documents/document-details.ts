import type { DocumentRecord } from './model.ts';

/** What a document may say of itself besides its title. */
export type DocumentDetails = Pick<DocumentRecord, 'kind' | 'year' | 'revision' | 'validFrom'>;

const NAMES = ['kind', 'year', 'revision', 'validFrom'] as const;

/** Details as they are given: null is none. */
type GivenDetails = { readonly [Name in keyof DocumentDetails]?: DocumentDetails[Name] | null | undefined };

/** Returns those of the details that there are. */
export function detailsOf({ kind, year, revision, validFrom }: GivenDetails): DocumentDetails {
  return {
    ...(kind != null && { kind }),
    ...(year != null && { year }),
    ...(revision != null && { revision }),
    ...(validFrom != null && { validFrom }),
  };
}

/** Returns the names of the details that differ. */
const differing = (before: DocumentDetails, after: DocumentDetails) =>
  NAMES.filter((name) => before[name] !== after[name]);

/** Whether two documents say the same of themselves. */
export const isSame = (before: DocumentDetails, after: DocumentDetails): boolean =>
  differing(before, after).length === 0;

/** Returns what finds a document while its details are these. */
export const unchangedDetails = (details: DocumentDetails) =>
  Object.fromEntries(NAMES.map((name) => [name, details[name] ?? null]));

/** Returns the details that a change takes away. */
export const removedDetails = (before: DocumentDetails, after: DocumentDetails) =>
  Object.fromEntries(
    differing(before, after)
      .filter((name) => after[name] === undefined)
      .map((name) => [name, 1 as const]),
  );

/** Returns what the audit trail says of details that differ, with what was said before. */
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
