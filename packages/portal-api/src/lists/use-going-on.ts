import { useEffect } from 'react';

/** What of a query of pages this looks at. */
interface PagesQuery {
  readonly data?: { readonly pages: readonly { readonly items: readonly unknown[] }[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Reads on by itself where a page is empty and leads to more. Returns whether nothing was found yet. */
export function useGoingOn({ data, error, isFetching, hasNextPage, fetchNextPage }: PagesQuery): boolean {
  const goesOn = hasNextPage && !error && data?.pages.at(-1)?.items.length === 0;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return goesOn && data?.pages.every(({ items }) => items.length === 0) === true;
}
