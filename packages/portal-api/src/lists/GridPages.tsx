import type { ReactNode } from 'react';
import { PagedList, type PagedListProps, type PagedQuery } from '../PagedList.tsx';
import { type ShownData, shownOf } from './shown-of.ts';
import { useGoingOn } from './use-going-on.ts';

/** Properties of {@link GridPages}. */
export interface GridPagesProps<Item> extends Omit<PagedListProps<Item>, 'query' | 'children'> {
  readonly query: PagedQuery<Item> & ShownData<Item>;
  /** Draws the rows; `busy` while others are on their way. */
  readonly children: (items: readonly Item[], busy: boolean) => ReactNode;
}

/** The rows that a grid asks the server for, page after page: it reads on where a page of a search is empty and leads to more. */
export function GridPages<Item>({ query, pending, children, ...texts }: GridPagesProps<Item>) {
  const shown = { ...query, data: shownOf(query) };
  const isNothingYet = useGoingOn(shown);
  if (isNothingYet) return pending;
  return (
    <PagedList {...texts} query={shown} pending={pending}>
      {(items) => children(items, query.currentData === undefined && query.isFetching)}
    </PagedList>
  );
}
