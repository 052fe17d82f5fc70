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
  const known = key === null ? undefined : portal.data.keys.get(owned);
  if (known !== undefined) {
    if (known.body !== text)
      throw new Refusal('idempotency-mismatch', 'This Idempotency-Key was used with another body.');
    const made = list.find(({ id }) => id === known.id);
    if (made === undefined) throw new Refusal('conflict', 'What this Idempotency-Key has made was deleted since.');
    return made;
  }
  const made = make();
  if (key !== null) portal.data.keys.set(owned, { body: text, id: made.id });
  list.push(made);
  return made;
}
