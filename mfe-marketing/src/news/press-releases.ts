import { listPressReleases, type PageData, type PressRelease, readPressRelease } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { useLocation } from '@cytocomm/kit';
import { useEffect, useRef, useState } from 'react';
import { dataOf } from '../loading/loading.ts';

/** A part of the list, newest first, and where the next part starts. */
interface PressReleasePage {
  readonly items: readonly PressRelease[];
  readonly nextCursor: string | null;
}

/** How many releases are asked for at once; the prerendered list (remote.config.ts) has as many. */
const PAGE_SIZE = 10;

/** Whether what a page was made with is a release. */
export function isPressRelease(item: unknown): item is PressRelease {
  return typeof item === 'object' && item !== null && 'content' in item;
}

/** Whether what a page was made with is a part of the list. */
function isPressReleasePage(list: unknown): list is PressReleasePage {
  return typeof list === 'object' && list !== null && 'items' in list;
}

/** Asks for the public releases from `cursor` on. */
async function fetchPressReleases(cursor: string | null, signal?: AbortSignal): Promise<PressReleasePage> {
  const query = { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
  return dataOf(await send(listPressReleases, { query, credentials: 'omit', ...(signal && { signal }) }));
}

/** Asks for one public release; an id that is none is refused as such (400), and there is nothing behind it either. */
export async function fetchPressRelease(id: string, signal: AbortSignal): Promise<PressRelease | 'gone'> {
  const answer = await send(readPressRelease, { params: { id }, credentials: 'omit', signal });
  if (answer.error?.status === 404 || answer.error?.status === 400) return 'gone';
  const release = dataOf(answer);
  return isPressRelease(release) ? release : 'gone';
}

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

function mergeById(first: readonly PressRelease[], second: readonly PressRelease[]): readonly PressRelease[] {
  const ids = new Set(first.map(({ id }) => id));
  return [...first, ...second.filter(({ id }) => !ids.has(id))];
}

/** How many places of the history keep what was loaded there. */
const MAX_PLACES = 20;
/** What was loaded at each place of this page's history: its length is a part of the place. */
export const loadedPages = new Map<string, PressReleasePage>();

/** Returns the newest page with what was loaded after it. */
function appendLoaded(page: PressReleasePage, before: PressReleasePage | undefined): PressReleasePage {
  const last = before?.items.findIndex(({ id }) => id === page.items.at(-1)?.id) ?? -1;
  if (before === undefined || last < 0) return page;
  return { items: mergeById(page.items, before.items.slice(last + 1)), nextCursor: before.nextCursor };
}

/** Loads the public releases, page by page. A prerendered first page is shown at once and then brought up to date. */
export function usePressReleases(initialData: PageData | undefined): PressReleases {
  const { key } = useLocation();
  const [list, setList] = useState<PressReleasePage | null>(
    () => loadedPages.get(key) ?? (isPressReleasePage(initialData?.list) ? initialData.list : null),
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
        setList(appendLoaded(page, loadedPages.get(place.current)));
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
    loadedPages.delete(key);
    loadedPages.set(key, list);
    for (const oldest of [...loadedPages.keys()].slice(0, -MAX_PLACES)) loadedPages.delete(oldest);
  }, [key, list]);

  const loadMore = () => {
    if (!list?.nextCursor || loadingMore) return;
    setLoadingMore(true);
    setFailed(null);
    fetchPressReleases(list.nextCursor)
      .then(
        (page) => setList({ items: mergeById(list.items, page.items), nextCursor: page.nextCursor }),
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
