import { z } from 'zod';
import { lineOf } from './text.ts';

/** What a document is. */
export const documentKindSchema = z
  .enum(['annual-report', 'half-year-report', 'presentation', 'cap-table', 'minutes', 'sop', 'note', 'other'])
  .meta({ id: 'DocumentKind' });
/** What a document is. */
export type DocumentKind = z.infer<typeof documentKindSchema>;

/** The kind by which documents are found that have none. */
const NO_KIND = 'none';
const wantedKindSchema = z.enum([...documentKindSchema.options, NO_KIND]);
/** A kind of documents that are wanted; `none` are those without one. */
export type WantedKind = z.infer<typeof wantedKindSchema>;

/** How many kinds can be asked for at once. */
const MAX_KINDS = 4;

/** Kinds of documents that are wanted, in a query string. */
export const wantedKindsSchema = z
  .string()
  .max(200, 'at most 200 characters')
  .transform((text) => text.split(','))
  .pipe(z.array(wantedKindSchema).max(MAX_KINDS, `at most ${MAX_KINDS} of them`))
  .describe(
    `only those; one to ${MAX_KINDS} of ${wantedKindSchema.options.join(', ')}, parted by commas; none: without a kind`,
  );

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
const YEARS = `a year from ${FIRST_YEAR} to ${LAST_YEAR}`;

/** The fiscal year that a document is about. */
export const fiscalYearSchema = z.number(YEARS).int(YEARS).min(FIRST_YEAR, YEARS).max(LAST_YEAR, YEARS);

/** The same, written in a query string or a form. */
export const fiscalYearTextSchema = z
  .string()
  .regex(/^\d{4}$/, YEARS)
  .transform(Number)
  .pipe(fiscalYearSchema);

/** Which revision of itself a document is, as its authors count: `4`, `B`. */
export const revisionSchema = lineOf(20);

/** The day from which a document is to be followed. */
export const validFromSchema = z.iso.date('an existing day, as 2026-03-14');
