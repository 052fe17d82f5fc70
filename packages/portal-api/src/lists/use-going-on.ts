import { useEffect } from 'react';

/** What of a query of pages this looks at. */
interface PagesQuery {
  readonly data?: { readonly pages: readonly { readonly items: readonly unknown[] }[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** How many empty pages are read one after the other before the person is asked; each may be 2,000 records on the server. */
const MOST_EMPTY = 5;

/** How far a list has come that reads on by itself. */
export interface GoingOn {
  /** Nothing was found yet, and it looks for the first time. */
  readonly isNothingYet: boolean;
  /** Its last pages were empty: the person was asked whether to look further. */
  readonly isAsked: boolean;
  /** It reads on by itself. */
  readonly goesOn: boolean;
}

/**
 * Reads on by itself where a page is empty and leads to more, 5 empty pages at most: then it waits until the next one is asked for,
 * and reads as many again.
 */
export function useGoingOn({ data, error, isFetching, hasNextPage, fetchNextPage }: PagesQuery): GoingOn {
  const pages = data?.pages ?? [];
  const empty = pages.length - 1 - pages.findLastIndex(({ items }) => items.length > 0);
  const leadsOn = hasNextPage && !error && empty > 0;
  const goesOn = leadsOn && empty % MOST_EMPTY !== 0;
  // Of each number of pages anew: an answer that is there at once is never seen on its way.
  const goesOnAfter = goesOn && !isFetching ? pages.length : null;
  useEffect(() => {
    if (goesOnAfter !== null) void fetchNextPage();
  }, [goesOnAfter, fetchNextPage]);
  return {
    isNothingYet: goesOn && empty < MOST_EMPTY && empty === pages.length,
    isAsked: leadsOn && empty >= MOST_EMPTY,
    goesOn,
  };
}
