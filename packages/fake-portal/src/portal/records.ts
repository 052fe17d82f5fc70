import { inPlainLetters, type PageQuery } from '@cytocomm/contract';
import { Refusal } from './refusal.ts';

/** Returns the present moment, as records have it. */
export const now = () => new Date().toISOString();

/** Whether texts hold each word of a search. */
export function holdsWords(texts: readonly string[], search = ''): boolean {
  const text = inPlainLetters(texts.join(' '));
  return inPlainLetters(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const DEFAULT_PAGE = 20;

/** Returns one page of a list. */
export function cutPage<Item>(items: readonly Item[], { limit, cursor = '0' }: PageQuery, defaultLimit = DEFAULT_PAGE) {
  const start = Number(cursor);
  const end = start + (limit ?? defaultLimit);
  return { items: items.slice(start, end), nextCursor: end < items.length ? String(end) : null };
}

interface ListQuery extends PageQuery {
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
}

/** How a kind of records is listed. */
interface Listing<Item, Query> {
  /** What a search looks in. */
  readonly texts?: (item: Item) => readonly string[];
  /** Whether a record is one of those that a query asks for. */
  readonly fits?: (item: Item, query: Query) => boolean;
  /** What each order compares. */
  readonly orders: Readonly<Record<string, (item: Item) => string>>;
  /** The order of a query without one; by default that of the records. */
  readonly sort?: string;
}

/** Returns the records that a query asks for, in its order. */
export function listed<Item, Query extends ListQuery>(
  items: readonly Item[],
  query: Query,
  { texts = () => [], fits = () => true, orders, sort: usual = '' }: Listing<Item, Query>,
): readonly Item[] {
  const { search, sort = usual } = query;
  const found = items.filter((item) => fits(item, query) && (!search || holdsWords(texts(item), search)));
  const keyOf = orders[sort.replace('-', '')];
  if (keyOf === undefined) return found;
  const ordered = found.toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
  return sort.startsWith('-') ? ordered.toReversed() : ordered;
}

/** Returns the order of records by one of their fields. */
export const by =
  <Field extends string>(field: Field) =>
  (item: { readonly [Name in Field]?: string | null | undefined }): string =>
    item[field] ?? '';

/** Returns the record of an id; throws 404. */
export function requireRecord<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string,
  what: string,
): Item {
  const item = items.find((each) => each.id === id);
  if (item === undefined) throw new Refusal('not-found', `There is no such ${what}.`);
  return item;
}

/** Adds a record to a list, and returns it. */
export function add<Item>(items: Item[], item: Item): Item {
  items.push(item);
  return item;
}

/** Whether `at` lies within the moments that a query names. */
export const isWithin = (at: string, { after, before }: { after?: string | undefined; before?: string | undefined }) =>
  (after === undefined || Date.parse(at) >= Date.parse(after)) &&
  (before === undefined || Date.parse(at) < Date.parse(before));
