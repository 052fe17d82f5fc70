import type { PageData } from '@cytocomm/contract';
import { useLocation } from '@cytocomm/kit';
import { useEffect, useRef, useState } from 'react';
import {
  fetchPressReleases,
  type PressRelease,
  type PressReleasePage,
  readPressReleasePage,
} from './press-releases.ts';

/** The list of releases and what is going on with it. */
export interface PressReleases {
  /** Null while nothing has come yet. */
  readonly items: readonly PressRelease[] | null;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  /** What could not be loaded: the whole list, more of it, or only the newest state of a prerendered one. */
  readonly failed: 'list' | 'more' | 'newest' | null;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

function join(first: readonly PressRelease[], second: readonly PressRelease[]): readonly PressRelease[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !ids.has(id))];
}

/** How many places of the history keep what was loaded there. */
const MAX_PLACES = 20;
/** What was loaded at each place of this page's history: its length is a part of the place. */
export const loadedAt = new Map<string, PressReleasePage>();

/** Returns the newest page with what was loaded after it. */
function withRest(page: PressReleasePage, before: PressReleasePage | undefined): PressReleasePage {
  const last = before?.items.findIndex(({ id }) => id === page.items.at(-1)?.id) ?? -1;
  if (before === undefined || last < 0) return page;
  return { items: join(page.items, before.items.slice(last + 1)), nextCursor: before.nextCursor };
}

/** Loads the public releases, page by page. A prerendered first page is shown at once and then brought up to date. */
export function usePressReleases(initialData: PageData | undefined): PressReleases {
  const { key } = useLocation();
  const [list, setList] = useState<PressReleasePage | null>(
    () => loadedAt.get(key) ?? readPressReleasePage(initialData?.list),
  );
  const [failed, setFailed] = useState<PressReleases['failed']>(() => {
    if (!initialData?.stale) return null;
    return list ? 'newest' : 'list';
  });
  const [loadingMore, setLoadingMore] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const place = useRef(key);
  const prerendered = useRef(list !== null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const stop = new AbortController();
    fetchPressReleases(null, stop.signal).then(
      (page) => {
        setList(withRest(page, loadedAt.get(place.current)));
        setFailed(null);
      },
      () => {
        if (!stop.signal.aborted) setFailed(prerendered.current ? 'newest' : 'list');
      },
    );
    return () => stop.abort();
  }, [attempt]);

  useEffect(() => {
    place.current = key;
    if (!list) return;
    loadedAt.delete(key);
    loadedAt.set(key, list);
    for (const oldest of [...loadedAt.keys()].slice(0, -MAX_PLACES)) loadedAt.delete(oldest);
  }, [key, list]);

  const loadMore = () => {
    if (!list?.nextCursor || loadingMore) return;
    setLoadingMore(true);
    setFailed(null);
    fetchPressReleases(list.nextCursor)
      .then(
        (page) => setList({ items: join(list.items, page.items), nextCursor: page.nextCursor }),
        () => setFailed('more'),
      )
      .finally(() => setLoadingMore(false));
  };

  return {
    items: list?.items ?? null,
    hasMore: list !== null && list.nextCursor !== null,
    loadingMore,
    failed,
    loadMore,
    retry: () => {
      setFailed(null);
      setAttempt((count) => count + 1);
    },
  };
}
