import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Returns the Idempotency-Key of a request; throws for one that cannot be a key. */
export function keyOf(request: Request): string | null {
  const key = request.headers.get('idempotency-key');
  if (key === null || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw invalidFields([{ path: 'header.Idempotency-Key', message: 'up to 200 visible ASCII characters' }]);
}

/** Adds a record to a list, or finds the one that the same key has made before. */
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
