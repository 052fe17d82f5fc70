import type { PageData, PageDataSource, SiteIdentity } from '@cytocomm/contract';
import type { ApiAnswers } from './api-answers.ts';

/** The ids of items in addresses. */
const ITEM_ID = /^[\w-]{1,64}$/;

/** The item of a list in a page's address. */
export interface NamedItem {
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
