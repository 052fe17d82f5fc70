import { listPressReleases, type PageData, previewOfHtml, readPressRelease, textOfHtml } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { useLocation } from '@cytocomm/kit';
import { useEffect, useRef, useState } from 'react';
import { dataOf } from '../loading/loading.ts';

/** How much of a release a card shows, in characters. */
export const PREVIEW_LENGTH = 100;

/** Returns the paragraphs, headings and list entries of a piece of HTML, each as text. */
export function paragraphsOf(html: string): string[] {
  const pieces = html.split(/<\/?(?:p|h[1-6]|li|ul|ol|blockquote|pre|tr|table|div|br|hr)\b[^>]*>/i);
  return pieces.map(textOfHtml).filter((text) => text !== '');
}

/** A cell of a table, as text. */
interface TableCell {
  readonly text: string;
  readonly isHeading: boolean;
  readonly columns: number;
  readonly rows: number;
}

/** A table, as text. */
export interface TextTable {
  readonly caption: string;
  readonly rows: readonly (readonly TableCell[])[];
}

function spanIn(attributes: string, name: string): number {
  return Number(new RegExp(`${name}="(\\d+)"`).exec(attributes)?.[1] ?? 1);
}

/** Returns the cells of a row: what stands between the beginnings of cells, each split into name, attributes and text. */
function cellsOf(row: string): TableCell[] {
  const [, ...pieces] = row.split(/<(t[hd])\b([^>]*)>/i);
  return Array.from({ length: Math.floor(pieces.length / 3) }, (_, index) => {
    const [name = '', attributes = '', html = ''] = pieces.slice(index * 3, index * 3 + 3);
    const [columns, rows] = [spanIn(attributes, 'colspan'), spanIn(attributes, 'rowspan')];
    return { text: textOfHtml(html), isHeading: name.toLowerCase() === 'th', columns, rows };
  });
}

/** Returns a text without markup: its paragraphs, and its tables with their rows. */
export function partsOf(html: string): (string | TextTable)[] {
  let depth = 0;
  return html.split(/(<\/?table\b[^>]*>)/i).flatMap((piece): (string | TextTable)[] => {
    if (/^<\/?table\b/i.test(piece)) {
      depth = Math.max(0, depth + (piece.startsWith('</') ? -1 : 1));
      return [];
    }
    if (depth === 0) return paragraphsOf(piece);
    const [caption = '', ...rows] = piece.split(/<tr\b[^>]*>/i);
    return rows.length === 0 ? paragraphsOf(caption) : [{ caption: textOfHtml(caption), rows: rows.map(cellsOf) }];
  });
}

/** Returns the beginning of a release's text, with an ellipsis when there is more. */
export function previewOf(html: string): string {
  return previewOfHtml(html, PREVIEW_LENGTH);
}

/** One published press release. `content` is HTML from the server, and not trusted. */
export interface PressRelease {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** When it was published (ISO 8601). */
  readonly date: string;
  /** When its readers got it changed, after that. */
  readonly updated?: string;
}

/** A part of the list, newest first, and where the next part starts. */
interface PressReleasePage {
  readonly items: readonly PressRelease[];
  readonly nextCursor: string | null;
}

/** How many releases are asked for at once; the prerendered list (remote.config.ts) has as many. */
const PAGE_SIZE = 10;

/** Whether a value is a release. */
export function isPressRelease(value: unknown): value is PressRelease {
  if (typeof value !== 'object' || value === null) return false;
  const { id, title, content, date, updated }: Record<string, unknown> = { ...value };
  return (
    typeof id === 'string' &&
    typeof title === 'string' &&
    typeof content === 'string' &&
    typeof date === 'string' &&
    !Number.isNaN(Date.parse(date)) &&
    (updated === undefined || (typeof updated === 'string' && !Number.isNaN(Date.parse(updated))))
  );
}

/** Returns the page of releases in an answer or in the data of a prerendered page; null when it is something else. */
function readPressReleasePage(body: unknown): PressReleasePage | null {
  if (typeof body !== 'object' || body === null || !('items' in body) || !Array.isArray(body.items)) return null;
  const nextCursor = 'nextCursor' in body && typeof body.nextCursor === 'string' ? body.nextCursor : null;
  return { items: body.items.filter(isPressRelease), nextCursor };
}

/** Asks for the public releases from `cursor` on. */
async function fetchPressReleases(cursor: string | null, signal?: AbortSignal): Promise<PressReleasePage> {
  const query = { limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
  const answer = await send(listPressReleases, { query, credentials: 'omit', ...(signal && { signal }) });
  const page = readPressReleasePage(dataOf(answer));
  if (!page) throw new Error('The list of press releases has an unknown form.');
  return page;
}

/** Asks for one public release; an id that is none is refused as such (400), and there is nothing behind it either. */
export async function fetchPressRelease(id: string, signal: AbortSignal): Promise<PressRelease | 'gone'> {
  const answer = await send(readPressRelease, { params: { id }, credentials: 'omit', signal });
  if (answer.error?.status === 404 || answer.error?.status === 400) return 'gone';
  const release = dataOf(answer);
  if (!isPressRelease(release)) throw new Error('The press release has an unknown form.');
  return release;
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
    () => loadedPages.get(key) ?? readPressReleasePage(initialData?.list),
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
