import { type FoundRecord, MAX_FOUND_OF_KIND } from '@cytocomm/contract';
import type { Principal } from '../calls/access.ts';

/** What was found of one kind. */
export interface Found<Record> {
  /** At most as many as an answer holds of a kind. */
  readonly found: readonly Record[];
  /** Whether the search ended before it had looked at all: there may be more. */
  readonly isCut: boolean;
}

/** Finds records of one kind that a person may see. */
export type Finder = (reader: Principal, words: string) => Promise<Found<FoundRecord>>;

/** How many pages of a list are read: one of a search may hold fewer rows than are wanted, and lead to more. */
const MAX_PAGES = 3;

/** A page of a list, as far as a search reads it. */
interface FoundPage<Row> {
  readonly page: readonly Row[];
  readonly nextCursor: string | null;
}

/** Reads a list until there are as many rows as an answer holds of a kind, but only some pages of it. Returns them as they are presented. */
export async function readFound<Row>(
  readPage: (asked: { readonly limit: number; readonly cursor: string | undefined }) => Promise<FoundPage<Row>>,
  present: (row: Row) => FoundRecord,
): Promise<Found<FoundRecord>> {
  const rows: Row[] = [];
  const all = (isCut: boolean) => ({ found: rows.slice(0, MAX_FOUND_OF_KIND).map(present), isCut });
  let cursor: string | undefined;
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const { page, nextCursor } = await readPage({ limit: MAX_FOUND_OF_KIND, cursor });
    rows.push(...page);
    if (rows.length >= MAX_FOUND_OF_KIND || nextCursor === null) return all(false);
    cursor = nextCursor;
  }
  return all(true);
}
