import type { PageData, PageDataSource, SiteIdentity } from '@cytocomm/contract';
import type { ApiAnswers } from './api-answers.ts';

/** What the address of a page may name an item by. */
const ITEM_ID = /^[\w-]{1,64}$/;

/** The item of a list that a page's address names. */
export interface NamedItem {
  readonly id: string;
  readonly title: string;
  /** Its text as HTML, as the API has it. */
  readonly html: string;
}

/** What a page is made with. */
export interface PageContent {
  readonly data: PageData;
  /** The query of the page's address as far as it changes the page: empty, or `?release=ID`. */
  readonly search: string;
  readonly item?: NamedItem;
  /** The address names an item, and there is none. */
  readonly itemMissing: boolean;
}

function readItem(id: string, value: unknown, textField: string): NamedItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { title, [textField]: html }: Record<string, unknown> = { ...value };
  return typeof title === 'string' && typeof html === 'string' ? { id, title, html } : undefined;
}

/** Asks the API for what a page needs, in the name of a request. Never rejects: a page is made without what did not come. */
export async function pageContent(
  answers: ApiAnswers,
  source: PageDataSource,
  query: URLSearchParams,
  site: SiteIdentity,
  requestId?: string,
): Promise<PageContent> {
  const wanted = source.item ? query.get(source.item.parameter) : null;
  const listed = answers.ask(source.list, requestId);
  const named =
    source.item && wanted !== null && ITEM_ID.test(wanted)
      ? await answers.ask(`${source.item.path}/${wanted}`, requestId)
      : undefined;
  const answer = await listed;
  const list = answer.kind === 'value' ? answer.value : null;
  const stale = answer.kind !== 'value' || answer.stale;
  if (!source.item || wanted === null) return { data: { list, stale, site }, search: '', itemMissing: false };
  if (named === undefined || named.kind === 'missing')
    return { data: { list, item: null, stale, site }, search: '', itemMissing: true };
  const search = `?${new URLSearchParams({ [source.item.parameter]: wanted })}`;
  if (named.kind === 'away') return { data: { list, stale, site }, search, itemMissing: false };
  const item = readItem(wanted, named.value, source.item.text);
  return {
    data: { list, item: named.value, stale: stale || named.stale, site },
    search,
    ...(item && { item }),
    itemMissing: false,
  };
}
