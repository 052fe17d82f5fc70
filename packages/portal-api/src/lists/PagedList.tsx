import { Button, type ButtonProps, EmptyState, focusRowAfter, lastRowBefore } from '@cytocomm/kit';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { QueryFailure } from '../QueryFailure.tsx';
import classes from './lists.module.css';

/**
 * The button below a list that shows more of it. When it leaves after the last page, the focus goes to the first new row, or to
 * the heading without one.
 */
export function ShowMore({ onClick, children = 'Show more', ...look }: Omit<ButtonProps, 'ref'>) {
  const button = useRef<HTMLButtonElement>(null);
  const lastRow = useRef<Element | null>(null);
  const isLeftFocused = useRef(false);

  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      isLeftFocused.current = element !== null && document.activeElement === element;
    };
  }, []);
  useEffect(
    () => () => {
      const row = lastRow.current;
      if (!isLeftFocused.current || !row) return;
      // New rows may be rendered in an effect.
      queueMicrotask(() => row.isConnected && focusRowAfter(row));
    },
    [],
  );

  return (
    <Button
      {...look}
      ref={button}
      size="small"
      onClick={(event) => {
        lastRow.current = lastRowBefore(event.currentTarget);
        onClick?.(event);
      }}
    >
      {children}
    </Button>
  );
}

/** The part of an infinite query's result that a list needs. */
export interface PagedQuery<Item> {
  readonly data?: { readonly pages: readonly { readonly items: readonly Item[] }[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** Properties of {@link PagedList}. */
export interface PagedListProps<Item> {
  readonly query: PagedQuery<Item>;
  /** Shown until the first page has loaded. */
  readonly pending: ReactNode;
  /** Shown when there is no list: `The mails could not be loaded.` */
  readonly failed: string;
  /** Shown when the list below may be out of date or incomplete. */
  readonly failedLater?: string;
  /** When the last pages of a search were empty: how far it has searched, and whether it continues. */
  readonly furtherOn?: { readonly note: ReactNode; readonly isBusy: boolean } | undefined;
  /** Renders the items that have loaded. */
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that loads page by page: its skeleton, its failure with Retry, and the button for more. */
export function PagedList<Item>({
  query: { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch },
  pending,
  failed,
  failedLater = 'The list could not be read again.',
  furtherOn,
  children,
}: PagedListProps<Item>) {
  if (!data) {
    if (!error) return pending;
    return <QueryFailure title={failed} error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  return (
    <>
      {children(data.pages.flatMap(({ items }) => items))}
      {error ? (
        <QueryFailure
          title={failedLater}
          error={error}
          onRetry={() => void (hasNextPage ? fetchNextPage() : refetch())}
          retrying={isFetching}
        />
      ) : null}
      {hasNextPage ? (
        <div className={classes.more}>
          {furtherOn ? <p role="status">{furtherOn.note}</p> : null}
          <ShowMore
            variant="secondary"
            busy={isFetchingNextPage || furtherOn?.isBusy === true}
            onClick={() => void fetchNextPage()}
          >
            {furtherOn ? 'Look further' : 'Show more'}
          </ShowMore>
        </div>
      ) : null}
    </>
  );
}

/** The part of a paged query that {@link useGoingOn} needs. */
interface PagesQuery {
  readonly data?: { readonly pages: readonly { readonly items: readonly unknown[] }[] } | undefined;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

/** Empty pages that are read in a row before the person is asked; each may be 2,000 records on the server. */
const MAX_EMPTY_PAGES = 5;

/** The progress of a list that continues past empty pages. */
export interface GoingOn {
  /** Nothing found yet, and still in the first round. */
  readonly isNothingYet: boolean;
  /** The last pages were empty: it waits for the person to continue. */
  readonly isAsked: boolean;
  /** It continues by itself. */
  readonly goesOn: boolean;
}

/**
 * Continues past empty pages of a search, up to 5 in a row; then it waits until the next page is requested, and continues for as
 * many again.
 */
export function useGoingOn({ data, error, isFetching, hasNextPage, fetchNextPage }: PagesQuery): GoingOn {
  const pages = data?.pages ?? [];
  const empty = pages.length - 1 - pages.findLastIndex(({ items }) => items.length > 0);
  const leadsOn = hasNextPage && !error && empty > 0;
  const goesOn = leadsOn && empty % MAX_EMPTY_PAGES !== 0;
  // By the number of pages: a cached answer never shows as fetching.
  const goesOnAfter = goesOn && !isFetching ? pages.length : null;
  useEffect(() => {
    if (goesOnAfter !== null) void fetchNextPage();
  }, [goesOnAfter, fetchNextPage]);
  return {
    isNothingYet: goesOn && empty < MAX_EMPTY_PAGES && empty === pages.length,
    isAsked: leadsOn && empty >= MAX_EMPTY_PAGES,
    goesOn,
  };
}

/** The data of a paged query whose arguments may change. */
export interface ShownData<Item> extends Pick<PagedQuery<Item>, 'data' | 'error'> {
  /** The pages of the current arguments; undefined while `data` is of previous ones. */
  readonly currentData?: PagedQuery<Item>['data'];
}

/** Returns the pages to show: those of previous arguments stay until the answer arrives, but not after a failure. */
export function shownOf<Item>({ data, currentData, error }: ShownData<Item>): PagedQuery<Item>['data'] {
  return error ? currentData : data;
}

/** Properties of {@link GridPages}. */
export interface GridPagesProps<Item> extends Omit<PagedListProps<Item>, 'query' | 'children'> {
  readonly query: PagedQuery<Item> & ShownData<Item>;
  /** Renders the rows; `busy` while others load. */
  readonly children: (items: readonly Item[], busy: boolean) => ReactNode;
  /** How far the last page has searched: `As far as March 3, 2026`. */
  readonly lookedTo?: ReactNode;
}

/**
 * The rows of a grid, loaded page by page; it continues past empty pages of a search. After a few of those it shows how far it
 * has searched, and offers to continue.
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
