import type { Doc, Value } from './document.ts';
import { docSize } from './encode.ts';
import { MongoError, refuse } from './errors.ts';
import { extractKeys } from './key-extraction.ts';
import { encodeCompoundKey } from './keys.ts';
import { type Path, parsePath } from './paths.ts';
import { toNumber } from './scalars.ts';

/** A sort: its fields, most important first. */
export type SortSpec = readonly { readonly field: string; readonly path: Path; readonly order: 1 | -1 }[];

/** What a sort may hold in memory, as in MongoDB. */
const MAX_BYTES = 100 * 1024 * 1024;

/** Reads `{a: 1, b: -1}`; an empty sort is none. */
export function parseSort(value: Value | undefined): SortSpec | undefined {
  if (value === undefined) return undefined;
  if (value.type !== 'object') throw new MongoError(14, 'Expected field sort to be of type object');
  if (value.value.size === 0) return undefined;
  if (value.value.size > 32) throw new MongoError(13103, 'too many sort keys');
  return [...value.value.fields].map(([field, order]) => {
    if (field.startsWith('$')) throw refuse(2, `The sort by ${field}`);
    if (order.type === 'object') throw refuse(2, `The sort of ${field} by ${[...order.value.fields.keys()]}`);
    const number = toNumber(order);
    if (number !== 1 && number !== -1)
      throw new MongoError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    const path = parsePath(field);
    if (path.includes('')) throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
    return { field, path, order: number };
  });
}

/** The bytes by which a document is sorted; of an array it is the least element, or the greatest when descending. */
export function sortKey(doc: Doc, sort: SortSpec): Buffer {
  const orders = sort.map(({ order }) => order);
  const { tuples } = extractKeys(
    doc,
    sort.map(({ path }) => path),
  );
  const keys = tuples.map((tuple) => encodeCompoundKey(tuple, orders));
  return keys.reduce((least, key) => (key.compare(least) < 0 ? key : least));
}

/** Sorts documents in memory, keeping no more than the first `limit`. Equal ones stay in the order in which they came. */
export function sortDocs<T extends { readonly doc: Doc }>(
  items: Iterable<T>,
  sort: SortSpec,
  limit: number,
): readonly T[] {
  let kept: { readonly key: Buffer; readonly item: T; readonly bytes: number }[] = [];
  let bytes = 0;
  const order = () => kept.sort((a, b) => a.key.compare(b.key));
  for (const item of items) {
    const key = sortKey(item.doc, sort);
    const size = key.length + docSize(item.doc);
    kept.push({ key, item, bytes: size });
    bytes += size;
    if (kept.length >= 2 * limit + 64) {
      kept = order().slice(0, limit);
      bytes = kept.reduce((sum, one) => sum + one.bytes, 0);
    }
    if (bytes > MAX_BYTES)
      throw new MongoError(
        292,
        'Sort exceeded memory limit of 104857600 bytes, and external sorting is not in the embedded database',
      );
  }
  return order()
    .slice(0, limit)
    .map(({ item }) => item);
}
