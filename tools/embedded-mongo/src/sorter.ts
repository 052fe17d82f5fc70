import type { Doc, Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { encodeCompoundKey } from './keys.ts';
import { toNumber } from './numbers.ts';
import { extractKeys, type Path } from './paths.ts';

/** The fields of a sort, most significant first. */
export type SortSpec = readonly { readonly field: string; readonly path: Path; readonly order: 1 | -1 }[];

/** The memory limit of a sort, as in MongoDB. */
const MAX_SORT_BYTES = 100 * 1024 * 1024;

/** Parses `{a: 1, b: -1}`. Returns `undefined` for no or an empty sort. */
export function parseSort(value: Value | undefined): SortSpec | undefined {
  if (value === undefined) return undefined;
  if (value.type !== 'object') fail(14, 'Expected field sort to be of type object');
  const fields = [...value.value.fields].map(([field, direction]) => {
    if (field.startsWith('$')) refuse(2, `The sort by ${field}`);
    if (direction.type === 'object') refuse(2, `The sort by ${[...direction.value.fields.keys()]}`);
    const order = toNumber(direction);
    if (order !== 1 && order !== -1) fail(15975, '$sort key ordering must be 1 (ascending) or -1 (descending)');
    return { field, path: field.split('.'), order } as const;
  });
  return fields.length === 0 ? undefined : fields;
}

/** Returns the sort key of a document. An array counts as its least element, or its greatest if descending. */
export function sortKey(doc: Doc, sort: SortSpec): Buffer {
  const [paths, orders] = [sort.map(({ path }) => path), sort.map(({ order }) => order)];
  const keys = extractKeys(doc, paths).tuples.map((tuple) => encodeCompoundKey(tuple, orders));
  return keys.reduce((least, key) => (key.compare(least) < 0 ? key : least));
}

/** Sorts items by their documents, in memory and stably, when the first is read. Returns the first `wanted` ones. */
export function* sorted<T>(items: Iterable<T>, sort: SortSpec, docIn: (item: T) => Doc, wanted = Infinity) {
  const keyed: { readonly key: Buffer; readonly item: T }[] = [];
  const order = () => keyed.sort((a, b) => a.key.compare(b.key));
  let bytes = 0;
  for (const item of items) {
    const key = sortKey(docIn(item), sort);
    keyed.push({ key, item });
    bytes += key.length + docIn(item).bytes.length;
    if (keyed.length > wanted + 1000)
      for (const cut of order().splice(wanted)) bytes -= cut.key.length + docIn(cut.item).bytes.length;
    if (bytes > MAX_SORT_BYTES) refuse(292, `A sort of more than ${MAX_SORT_BYTES} bytes`);
  }
  for (const { item } of order().slice(0, wanted)) yield item;
}
