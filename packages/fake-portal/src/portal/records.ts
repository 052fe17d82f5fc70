import type { PageQuery } from '@cytocomm/contract';
import { invalidFields, Refusal } from './refusal.ts';

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
  const gone = requireRecord(items, id, what);
  return items.filter((each) => each !== gone);
}

/** For a sort: the later time of this field first. */
export const newestFirst =
  <Field extends string>(field: Field) =>
  (a: Readonly<Record<Field, string>>, b: Readonly<Record<Field, string>>) =>
    b[field].localeCompare(a[field]);
