import { COLORS, type MatchedRoute, MISSING_PAGE_TITLE, pageTitle, SITE_NAME } from '@cytocomm/composition';
import { excerptOfHtml, type Lock, type PageData, type PageDataSource, type SiteIdentity } from '@cytocomm/contract';
import escapeHtml from 'escape-html';
import type { ApiAnswers } from './api-answers.ts';
import { SHARED_PICTURE } from './site-files.ts';

/** The ids of items in addresses. */
const ITEM_ID = /^[\w-]{1,64}$/;

/** The item of a list in a page's address. */
interface NamedItem {
  readonly id: string;
  readonly title: string;
  /** The item's text as HTML. */
  readonly html: string;
}

/** The content of a page. */
export interface PageContent {
  readonly data: PageData;
  /** The part of the query that selects the content: empty, or `?release=ID`. */
  readonly search: string;
  readonly item?: NamedItem;
  /** Whether the address names an item that does not exist. */
  readonly itemMissing: boolean;
}

function readItem(id: string, value: unknown, textField: string): NamedItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { title, [textField]: html }: Record<string, unknown> = { ...value };
  return typeof title === 'string' && typeof html === 'string' ? { id, title, html } : undefined;
}

/** Returns the content of a page from the API. Never rejects: a page is made without it. */
export async function pageContent(
  answers: ApiAnswers,
  source: PageDataSource,
  query: URLSearchParams,
  site: SiteIdentity,
  requestId?: string,
): Promise<PageContent> {
  const itemId = source.item ? query.get(source.item.parameter) : null;
  const listed = answers.ask(source.list, requestId);
  const named =
    source.item && itemId !== null && ITEM_ID.test(itemId)
      ? await answers.ask(`${source.item.path}/${itemId}`, requestId)
      : undefined;
  const answer = await listed;
  const list = answer.kind === 'value' ? answer.value : null;
  const stale = answer.kind !== 'value' || answer.stale;
  if (!source.item || itemId === null) return { data: { list, stale, site }, search: '', itemMissing: false };
  if (named === undefined || named.kind === 'missing')
    return { data: { list, item: null, stale, site }, search: '', itemMissing: true };
  const search = `?${new URLSearchParams({ [source.item.parameter]: itemId })}`;
  if (named.kind === 'away') return { data: { list, stale, site }, search, itemMissing: false };
  const item = readItem(itemId, named.value, source.item.text);
  return {
    data: { list, item: named.value, stale: stale || named.stale, site },
    search,
    ...(item && { item }),
    itemMissing: false,
  };
}

const DESCRIPTION_LENGTH = 160;

/** The parts of a page's head. */
export interface PageIdentity {
  readonly lock: Lock;
  readonly matched: MatchedRoute | undefined;
  /** The portal's origin, from the settings, never from a request. */
  readonly origin: string;
  /** The query of the page's address. */
  readonly search?: string;
  readonly item?: NamedItem | undefined;
  /** Whether the requested item is missing. */
  readonly missing?: boolean;
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeHtml(content)}">`;
}

/** Returns the tags for search engines and shared links. */
function forSharing({ matched, origin, search = '', item }: PageIdentity, title: string, description: string) {
  const address = `${origin}${matched?.route.path ?? '/'}${search}`;
  const picture = `${origin}${SHARED_PICTURE.path}`;
  return [
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    meta('property', 'og:site_name', SITE_NAME),
    meta('property', 'og:type', item ? 'article' : 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:width', String(SHARED_PICTURE.width)),
    meta('property', 'og:image:height', String(SHARED_PICTURE.height)),
    meta('property', 'og:image:alt', SHARED_PICTURE.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture),
    meta('name', 'twitter:image:alt', SHARED_PICTURE.alt),
  ];
}

function feeds(lock: Lock): string[] {
  return lock.remotes.flatMap(({ contributions }) =>
    contributions.routes.flatMap(({ feed, title }) =>
      feed === undefined
        ? []
        : [
            `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(`${SITE_NAME} ${title}`)}" href="${escapeHtml(feed)}">`,
          ],
    ),
  );
}

/** Returns the head's title, description, sharing tags, icons and feeds. */
export function pageHead(page: PageIdentity): string[] {
  const { lock, matched, item, missing = false } = page;
  const route = matched?.route;
  const name = item?.title ?? route?.title ?? MISSING_PAGE_TITLE;
  const title = pageTitle(name);
  const words = item ? excerptOfHtml(item.html, DESCRIPTION_LENGTH) : '';
  const description = words || (route?.description ?? '');
  const listed = route?.public === true && route.unlisted !== true && !missing;
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(description === '' ? [] : [meta('name', 'description', description)]),
    ...(listed ? forSharing(page, title, description) : ['<meta name="robots" content="noindex">']),
    `<meta name="theme-color" content="${COLORS.ink}">`,
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...(route?.public ? feeds(lock) : []),
  ];
}
