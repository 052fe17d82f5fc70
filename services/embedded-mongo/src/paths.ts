import type { Doc, Value } from './document.ts';

/** A dotted path taken apart. */
export type Path = readonly string[];

/** `a.b.c` as its parts. */
export function parsePath(path: string): Path {
  return path.split('.');
}

/** Whether a part could be an array index. */
export function isIndex(part: string | undefined): part is string {
  return part !== undefined && /^(0|[1-9]\d*)$/.test(part);
}

/** Looks at one value, or at `undefined` where the path leads nowhere; `true` ends the walk. */
export type Visit = (value: Value | undefined) => boolean;

/**
 * Shows a path's values as MongoDB's queries see them: through every array on the way (its elements, and by number), and at the end
 * each element of an array and then the array itself, unless `leaf` is `whole`. Tells whether a visit said `true`.
 */
export function anyAt(doc: Doc, path: Path, leaf: 'each' | 'whole', visit: Visit, from = 0): boolean {
  let value = doc.get(path[from] ?? '');
  for (let next = from + 1; ; next += 1) {
    if (value === undefined) return visit(undefined);
    const part = path[next];
    if (part === undefined) {
      if (leaf === 'each' && value.type === 'array' && value.value.some(visit)) return true;
      return visit(value);
    }
    if (value.type === 'array') return anyInArray(value.value, path, next, leaf, visit);
    value = value.type === 'object' ? value.value.get(part) : undefined;
  }
}

function anyInArray(items: readonly Value[], path: Path, next: number, leaf: 'each' | 'whole', visit: Visit): boolean {
  const isLast = next + 1 === path.length;
  return items.some((item, index) => {
    if (item.type === 'object' && anyAt(item.value, path, leaf, visit, next)) return true;
    if (path[next] !== String(index)) return false;
    if (isLast) return visit(item);
    if (item.type === 'object') return anyAt(item.value, path, leaf, visit, next + 1);
    return item.type === 'array' && anyInArray(item.value, path, next + 1, leaf, visit);
  });
}
