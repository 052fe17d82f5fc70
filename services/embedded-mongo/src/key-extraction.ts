import type { Doc, Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import type { KeyPart } from './keys.ts';
import { isIndex, type Path } from './paths.ts';

/** What an index or a sort sees of a document: one tuple of parts, or one for each element of an array on the way. */
export interface Extraction {
  readonly tuples: readonly (readonly KeyPart[])[];
  /** For each path, whether it led through or to an array. */
  readonly throughArray: readonly boolean[];
}

interface Pending {
  readonly slot: number;
  readonly path: Path;
  readonly from: number;
}

interface Stop {
  readonly items: readonly Value[];
  readonly next: number;
}

/** Takes the values at several paths out of a document, as MongoDB does for the keys of an index. */
export function extractKeys(doc: Doc, paths: readonly Path[]): Extraction {
  const throughArray = paths.map(() => false);
  const pending = paths.map((path, slot) => ({ slot, path, from: 0 }));
  const unknown: KeyPart[] = paths.map(() => 'missing');
  return { tuples: expand(doc, pending, unknown, throughArray), throughArray };
}

function expand(
  doc: Doc,
  pending: readonly Pending[],
  known: readonly KeyPart[],
  throughArray: boolean[],
): KeyPart[][] {
  const tuple = [...known];
  const inside: Pending[] = [];
  let items: readonly Value[] = [];
  let arrayPath: string | undefined;
  for (const { slot, path, from } of pending) {
    const found = walk(doc, path, from);
    if (typeof found === 'string' || 'type' in found) {
      tuple[slot] = found;
      continue;
    }
    const here = path.slice(0, found.next).join('.');
    if (arrayPath !== undefined && arrayPath !== here) {
      throw new MongoError(
        171,
        `cannot index parallel arrays [${path[found.next - 1]}] [${arrayPath.split('.').at(-1)}]`,
      );
    }
    arrayPath = here;
    items = found.items;
    throughArray[slot] = true;
    inside.push({ slot, path, from: found.next });
  }
  if (arrayPath === undefined) return [tuple];
  if (items.length === 0) {
    for (const { slot, path, from } of inside) tuple[slot] = from === path.length ? 'empty-array' : 'missing';
    return [tuple];
  }
  return items.flatMap((item) => expandItem(item, inside, tuple, throughArray));
}

function expandItem(
  item: Value,
  inside: readonly Pending[],
  known: readonly KeyPart[],
  throughArray: boolean[],
): KeyPart[][] {
  const tuple = [...known];
  const deeper: Pending[] = [];
  for (const one of inside) {
    if (one.from === one.path.length) tuple[one.slot] = item;
    else if (isIndex(one.path[one.from]))
      throw refuse(16746, `The position in the index or sort key ${one.path.join('.')}, which meets an array`);
    else deeper.push(one);
  }
  return item.type === 'object' && deeper.length > 0 ? expand(item.value, deeper, tuple, throughArray) : [tuple];
}

function walk(doc: Doc, path: Path, from: number): KeyPart | Stop {
  let value = doc.get(path[from] ?? '');
  for (let next = from + 1; ; next += 1) {
    if (value === undefined) return 'missing';
    if (value.type === 'array') return { items: value.value, next };
    const part = path[next];
    if (part === undefined) return value;
    value = value.type === 'object' ? value.value.get(part) : undefined;
  }
}
