import { type FoundRecord, MAX_FOUND_OF_KIND } from '@cytocomm/contract';
import type { Principal } from '../http/access.ts';

/** Finds records of one kind that a person may see, at most as many as an answer holds of a kind. */
export type Finder = (reader: Principal, words: string) => Promise<readonly FoundRecord[]>;

/** How many pages of a list are read: one of a search may hold fewer rows than are wanted, and lead to more. */
const MAX_PAGES = 3;

/** A page of a list, as far as a search reads it. */
interface FoundPage<Row> {
  readonly page: readonly Row[];
  readonly nextCursor: string | null;
}

/** Reads a list until there are as many rows as an answer holds of a kind, but only some pages of it. */
export async function readFound<Row>(
  readPage: (asked: { readonly limit: number; readonly cursor: string | undefined }) => Promise<FoundPage<Row>>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  let cursor: string | undefined;
  for (let read = 0; read < MAX_PAGES; read += 1) {
    const { page, nextCursor } = await readPage({ limit: MAX_FOUND_OF_KIND, cursor });
    found.push(...page);
    if (found.length >= MAX_FOUND_OF_KIND || nextCursor === null) break;
    cursor = nextCursor;
  }
  return found.slice(0, MAX_FOUND_OF_KIND);
}
