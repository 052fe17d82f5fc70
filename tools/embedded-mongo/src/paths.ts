import type { Doc, Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import type { KeyPart } from './keys.ts';

/** The parts of a dotted path. */
export type Path = readonly string[];

/** Returns whether a part could be an array index. */
export function isIndex(part: string | undefined): part is string {
  return part !== undefined && /^(0|[1-9]\d*)$/.test(part);
}

/** Returns the value at a path. Arrays are entered by index only. */
export function valueAt(value: Value | undefined, path: Path): Value | undefined {
  return path.reduce((parent, part) => {
    if (parent?.type === 'object') return parent.value.get(part);
    return parent?.type === 'array' && isIndex(part) ? parent.value[Number(part)] : undefined;
  }, value);
}

/** Tests one value, `undefined` where the path is missing. `true` ends the walk. */
export type Visit = (value: Value | undefined) => boolean;

/** Visits the values at a path as queries do: arrays through their elements and by index, at the end also as a whole. Returns whether one was `true`. */
export function anyAt(doc: Doc, path: Path, whole: boolean, visit: Visit, from = 0): boolean {
  let value = doc.get(path[from] ?? '');
  for (let next = from + 1; ; next += 1) {
    const part = path[next];
    if (value === undefined) return visit(undefined);
    if (part === undefined) return (!whole && value.type === 'array' && value.value.some(visit)) || visit(value);
    if (value.type === 'array') return anyInArray(value.value, path, next, whole, visit);
    value = value.type === 'object' ? value.value.get(part) : undefined;
  }
}

function anyInArray(items: readonly Value[], path: Path, next: number, whole: boolean, visit: Visit): boolean {
  return items.some((item, index) => {
    if (item.type === 'object' && anyAt(item.value, path, whole, visit, next)) return true;
    if (path[next] !== String(index)) return false;
    if (next + 1 === path.length) return visit(item);
    if (item.type === 'object') return anyAt(item.value, path, whole, visit, next + 1);
    return item.type === 'array' && anyInArray(item.value, path, next + 1, whole, visit);
  });
}

/** What is left of the path of a key: its parts behind `from`. */
type Pending = Readonly<{ slot: number; path: Path; from: number }>;

/** Returns the keys of a document: a tuple of parts for each element of an array on the way; and for each path whether there is one. */
export function extractKeys(doc: Doc, paths: readonly Path[]) {
  const throughArray = paths.map(() => false);
  const blank: KeyPart[] = paths.map(() => 'missing');
  const pending = paths.map((path, slot) => ({ slot, path, from: 0 }));
  return { tuples: expand(doc, pending, blank, throughArray), throughArray };
}

function expand(
  doc: Doc | undefined,
  pending: readonly Pending[],
  parent: readonly KeyPart[],
  throughArray: boolean[],
) {
  const tuple = [...parent];
  const inside: Pending[] = [];
  let array: { readonly at: string; readonly items: readonly Value[] } | undefined;
  for (const { slot, path, from } of pending) {
    let value = doc?.get(path[from] ?? '');
    let next = from + 1;
    for (; value?.type === 'object' && next < path.length; next += 1) value = value.value.get(path[next] ?? '');
    if (value?.type !== 'array') {
      tuple[slot] = value === undefined || next < path.length ? 'missing' : value;
      continue;
    }
    const at = path.slice(0, next).join('.');
    if (array && array.at !== at) fail(171, `cannot index parallel arrays [${at}] [${array.at}]`);
    if (isIndex(path[next])) refuse(16746, `The position in the key ${path.join('.')}, which meets an array`);
    array = { at, items: value.value };
    throughArray[slot] = true;
    inside.push({ slot, path, from: next });
  }
  if (!array) return [tuple];
  const ends = inside.filter(({ path, from }) => from === path.length);
  const deeper = inside.filter(({ path, from }) => from < path.length);
  const parts: readonly (Value | 'empty-array')[] = array.items.length === 0 ? ['empty-array'] : array.items;
  return parts.flatMap((part): KeyPart[][] => {
    for (const { slot } of ends) tuple[slot] = part;
    const within = typeof part === 'object' && part.type === 'object' ? part.value : undefined;
    return expand(within, deeper, tuple, throughArray);
  });
}
