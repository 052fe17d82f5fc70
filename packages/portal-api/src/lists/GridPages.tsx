import { EmptyState } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { PagedList, type PagedListProps, type PagedQuery } from '../PagedList.tsx';
import { type ShownData, shownOf } from './shown-of.ts';
import { useGoingOn } from './use-going-on.ts';

/** Properties of {@link GridPages}. */
export interface GridPagesProps<Item> extends Omit<PagedListProps<Item>, 'query' | 'children'> {
  readonly query: PagedQuery<Item> & ShownData<Item>;
  /** Draws the rows; `busy` while others are on their way. */
  readonly children: (items: readonly Item[], busy: boolean) => ReactNode;
  /** How far the last page has looked, where the list knows: `As far as March 3, 2026`. */
  readonly lookedTo?: ReactNode;
}

/**
 * The rows that a grid asks the server for, page after page: it reads on where a page of a search is empty and leads to more. After
 * a few of those it says how far it has looked, and offers to look further.
 */
export function GridPages<Item>({ query, pending, children, lookedTo, ...texts }: GridPagesProps<Item>) {
  const shown = { ...query, data: shownOf(query) };
  const { isNothingYet, isAsked, goesOn } = useGoingOn(shown);
  if (isNothingYet) return pending;
  const furtherOn = { isBusy: goesOn, note: <>{lookedTo ?? 'Many records were looked through.'} There may be more.</> };
  return (
    <PagedList {...texts} query={shown} pending={pending} furtherOn={isAsked ? furtherOn : undefined}>
      {(items) =>
        isAsked && items.length === 0 ? (
          <EmptyState title="Nothing found so far." />
        ) : (
          children(items, query.currentData === undefined && query.isFetching)
        )
      }
    </PagedList>
  );
}
