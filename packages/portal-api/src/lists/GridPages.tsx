import type { ReactNode } from 'react';
import { PagedList, type PagedListProps, type PagedQuery } from '../PagedList.tsx';
import { useGoingOn } from './use-going-on.ts';

/** A query of pages that may be asked for other rows meanwhile. */
interface ShownQuery<Item> extends PagedQuery<Item> {
  /** The pages of what is asked for now; undefined while `data` is still what was asked for before. */
  readonly currentData?: PagedQuery<Item>['data'];
}

/** Properties of {@link GridPages}. */
export interface GridPagesProps<Item> extends Omit<PagedListProps<Item>, 'query' | 'children'> {
  readonly query: ShownQuery<Item>;
  /** Draws the rows; `busy` while others are on their way. */
  readonly children: (items: readonly Item[], busy: boolean) => ReactNode;
}

/** Returns the query as it is shown: what was asked for before stays until an answer is here, but does not pass for the answer after a failure. */
function shownOf<Item>({ data, currentData, error, ...rest }: ShownQuery<Item>): PagedQuery<Item> {
  return { ...rest, error, data: error ? currentData : data };
}

/** The rows that a grid asks the server for, page after page: it reads on where a page of a search is empty and leads to more. */
export function GridPages<Item>({ query, pending, children, ...texts }: GridPagesProps<Item>) {
  const shown = shownOf(query);
  const isNothingYet = useGoingOn(shown);
  if (isNothingYet) return pending;
  return (
    <PagedList {...texts} query={shown} pending={pending}>
      {(items) => children(items, query.currentData === undefined && query.isFetching)}
    </PagedList>
  );
}
