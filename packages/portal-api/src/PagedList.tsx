import type { ReactNode } from 'react';
import { ShowMore } from './lists/ShowMore.tsx';
import classes from './PagedList.module.css';
import { QueryFailure } from './QueryFailure.tsx';

/** What an infinite query of the slice answers, as far as a list needs it. */
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
  /** Stands in for the list until its first page is there. */
  readonly pending: ReactNode;
  /** Shown when there is no list: `The mails could not be loaded.` */
  readonly failed: string;
  /** Shown when the list below may be out of date or incomplete. */
  readonly failedLater?: string;
  /** Where the last pages of a search were empty: what is said of how far it has looked, and whether it is looking further. */
  readonly furtherOn?: { readonly note: ReactNode; readonly isBusy: boolean } | undefined;
  /** Draws what has been read so far. */
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that is read page by page: its skeleton, what failed and Retry, and the button for more. */
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
