import type { Call, Nothing } from './call.ts';

/** What an address is made of: each part may be left out when nothing in it is required. */
type AddressParts<Params, Query> = [
  ...(Nothing extends Params ? [params?: Params] : [params: Params]),
  ...(Nothing extends Query ? [query?: Query] : [query: Query]),
];

/** Segments that a browser would take out of an address, and others beside them. */
const NO_SEGMENT = ['', '.', '..'];

/**
 * Returns the address of a call, from the slash on: parameters are encoded, arrays in the query joined by commas, undefined fields
 * left out. Throws for a parameter that is missing, or that would lead to another call: an empty one and those of dots only.
 */
export function addressOf<Params extends object, Query extends object>(
  { path, method }: Call<Params, Query>,
  ...[params, query]: AddressParts<NoInfer<Params>, NoInfer<Query>>
): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const pathname = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(values.get(name) ?? '');
    if (NO_SEGMENT.includes(value)) throw new Error(`${method} ${path}: "${value}" cannot stand for ${name}`);
    return encodeURIComponent(value);
  });
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) fields.set(name, String(value));
  const search = fields.toString();
  return search === '' ? pathname : `${pathname}?${search}`;
}
