import { inPlainLetters, type PageQuery } from '@cytocomm/contract';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Returns the Idempotency-Key of a request; throws for one that cannot be a key. */
export function keyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw invalidFields([{ path: 'header.Idempotency-Key', message: 'up to 200 visible ASCII characters' }]);
}

/** Adds a record to a list, or returns the one that the same Idempotency-Key created before. */
export function once<Item extends { readonly id: string }>(
  portal: FakePortal,
  { person, request }: { readonly person: FakeUser; readonly request: Request },
  body: object,
  list: Item[],
  make: () => Item,
): Item {
  const key = keyOf(request);
  const owned = `${person.email} ${key}`;
  const text = JSON.stringify(body);
  const entry = key === null ? undefined : portal.data.keys.get(owned);
  if (entry !== undefined) {
    if (entry.body !== text)
      throw new Refusal('idempotency-mismatch', 'This Idempotency-Key was used with another body.');
    const item = list.find(({ id }) => id === entry.id);
    if (item === undefined) throw new Refusal('conflict', 'What this Idempotency-Key has made was deleted since.');
    return item;
  }
  const item = make();
  if (key !== null) portal.data.keys.set(owned, { body: text, id: item.id });
  list.push(item);
  return item;
}

/** Returns a text as lists order it: in lower case, in plain letters. */
export const fold = inPlainLetters;

/** Returns a text as lists search it: its quotes, apostrophes and dashes are those of keyboards, too. */
const searched = (text: string) =>
  fold(text)
    .replace(/[’‘‚‛ʼ′`]/g, "'")
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‐‒–—―−]/g, '-');

const BETWEEN_WORDS = /[\s.,_@+\-()[\]{}"':;/!?&#]+/;

/** Whether texts hold each word of a search; one shorter than 3 characters where a word starts. */
export function holdsWords(texts: readonly string[], search: string): boolean {
  const text = texts.map(searched).join(' ');
  const isFound = (word: string) =>
    word.length < 3 ? text.split(BETWEEN_WORDS).some((each) => each.startsWith(word)) : text.includes(word);
  return searched(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every(isFound);
}

const DEFAULT_PAGE = 20;

/** Returns one page of a list, as the API cuts it. */
export function cutPage<Item>(items: readonly Item[], { limit, cursor = '0' }: PageQuery, defaultLimit = DEFAULT_PAGE) {
  const start = Number(cursor);
  if (!Number.isInteger(start))
    throw invalidFields([{ path: 'query.cursor', message: 'a cursor that an earlier answer gave' }]);
  const end = start + (limit ?? defaultLimit);
  return { items: items.slice(start, end), nextCursor: end < items.length ? String(end) : null };
}

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

/** Returns the list without the record of an id; throws 404 when there is none. */
export function removeRecord<Item extends { readonly id: string }>(items: readonly Item[], id: string, what: string) {
  const removed = requireRecord(items, id, what);
  return items.filter((each) => each !== removed);
}

/** Returns the order of a list: by the key that `sort` names, `-` before it the other way round, then by id. */
export function orderBy<Item>(
  keys: Readonly<Record<string, (item: Item) => string>>,
  sort: string,
  idOf: (item: Item) => string,
): (a: Item, b: Item) => number {
  const keyOf = (item: Item) => `${keys[sort.replace('-', '')]?.(item) ?? ''}\u0000${idOf(item)}`;
  return (a, b) => (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
}

/** Whether `at` lies within the moments that a query names. */
export const isWithin = (at: string, { after, before }: { after?: string | undefined; before?: string | undefined }) =>
  (after === undefined || Date.parse(at) >= Date.parse(after)) &&
  (before === undefined || Date.parse(at) < Date.parse(before));

/** For a sort: the later time of this field first. */
export const newestFirst =
  <Field extends string>(field: Field) =>
  (a: Readonly<Record<Field, string>>, b: Readonly<Record<Field, string>>) =>
    b[field].localeCompare(a[field]);
