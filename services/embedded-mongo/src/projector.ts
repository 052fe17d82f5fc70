import { Doc, type Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { type Expression, parseExpression } from './expressions.ts';
import { isNumber } from './number-key.ts';
import { isTruthy } from './scalars.ts';

/** Makes of a document the one that a projection asks for. */
export type Projector = (doc: Doc) => Doc;

/** What a projection says about a field: keep or drop it, compute it, or go on within it. */
type Node = 'keep' | 'drop' | { readonly compute: Expression } | { readonly within: Map<string, Node> };

/** Parses a projection of `find`, or with `computes` of `$project`, refusing every operator that is not in the subset. */
export function parseProjection(spec: Doc, computes: boolean): Projector {
  const root = new Map<string, Node>();
  for (const [name, value] of spec.fields) addPath(root, name, value, computes);
  const id = root.get('_id');
  const { keeps, drops } = modesOf(new Map([...root].filter(([name]) => name !== '_id')));
  if (keeps !== undefined && drops !== undefined) {
    const first = firstMode(root);
    throw first === 'keep'
      ? new MongoError(31254, `Cannot do exclusion on field ${drops} in inclusion projection`)
      : new MongoError(31253, `Cannot do inclusion on field ${keeps} in exclusion projection`);
  }
  const includes = keeps !== undefined || (drops === undefined && id !== undefined && id !== 'drop');
  if (root.size === 0) return (doc) => doc;
  if (!includes) return (doc) => excluded(doc, root);
  if (id === undefined) root.set('_id', 'keep');
  else if (id === 'drop') root.delete('_id');
  return (doc) => included(doc, root, doc);
}

function addPath(root: Map<string, Node>, name: string, value: Value, computes: boolean): void {
  const path = name.split('.');
  if (path.includes('')) throw new MongoError(15998, `FieldPath field names may not be empty strings: '${name}'`);
  if (path.includes('$')) throw refuse(31394, `The positional projection '${name}'`);
  if (name.startsWith('$')) throw refuse(16410, `The projection of '${name}'`);
  let level = root;
  for (const part of path.slice(0, -1)) {
    const next = level.get(part) ?? { within: new Map() };
    if (typeof next === 'string' || 'compute' in next) throw new MongoError(31249, `Path collision at ${name}`);
    level.set(part, next);
    level = next.within;
  }
  const last = path.at(-1) ?? '';
  const isNested = value.type === 'object' && ![...value.value.fields.keys()].some((key) => key.startsWith('$'));
  if (isNested) {
    if (value.value.size === 0)
      throw new MongoError(51270, `An empty sub-projection is not a valid value. Found empty object at path: ${name}`);
    for (const [inner, innerValue] of value.value.fields) addPath(root, `${name}.${inner}`, innerValue, computes);
    return;
  }
  if (level.has(last)) throw new MongoError(31250, `Path collision at ${name}`);
  level.set(last, leafNode(name, value, computes));
}

function leafNode(name: string, value: Value, computes: boolean): Node {
  if (isNumber(value) || value.type === 'bool') return isTruthy(value) ? 'keep' : 'drop';
  if (computes) return { compute: parseExpression(value) };
  const [operator] = value.type === 'object' ? value.value.fields.keys() : [value.type];
  throw refuse(2, `The projection of ${name} by ${operator}`);
}

/** The first path that is kept or computed, and the first that is dropped. */
function modesOf(level: Map<string, Node>): { keeps: string | undefined; drops: string | undefined } {
  let keeps: string | undefined;
  let drops: string | undefined;
  for (const [name, node] of level) {
    if (node === 'drop') drops ??= name;
    else if (node === 'keep' || 'compute' in node) keeps ??= name;
    else {
      const inner = modesOf(node.within);
      keeps ??= inner.keeps && `${name}.${inner.keeps}`;
      drops ??= inner.drops && `${name}.${inner.drops}`;
    }
  }
  return { keeps, drops };
}

function firstMode(root: Map<string, Node>): 'keep' | 'drop' {
  for (const [name, node] of root) {
    if (name === '_id') continue;
    const { keeps } = modesOf(new Map([[name, node]]));
    return keeps === undefined ? 'drop' : 'keep';
  }
  return 'keep';
}

function included(doc: Doc, level: Map<string, Node>, root: Doc): Doc {
  const result = new Map<string, Value>();
  for (const [name, value] of doc.fields) {
    const node = level.get(name);
    if (node === undefined || node === 'drop') continue;
    const kept = node === 'keep' ? value : 'compute' in node ? undefined : includedValue(value, node.within, root);
    if (kept !== undefined) result.set(name, kept);
  }
  for (const [name, node] of level) {
    if (typeof node === 'string') continue;
    const value =
      'compute' in node
        ? node.compute(root)
        : result.has(name) || !hasComputed(node.within)
          ? undefined
          : { type: 'object' as const, value: included(Doc.EMPTY, node.within, root) };
    if (value !== undefined) result.set(name, value);
  }
  return Doc.of(result);
}

function includedValue(value: Value, level: Map<string, Node>, root: Doc): Value | undefined {
  if (value.type === 'object') return { type: 'object', value: included(value.value, level, root) };
  if (value.type !== 'array') return undefined;
  const items = value.value.map((item) => includedValue(item, level, root));
  return { type: 'array', value: items.filter((item) => item !== undefined) };
}

function hasComputed(level: Map<string, Node>): boolean {
  return [...level.values()].some(
    (node) => typeof node !== 'string' && ('compute' in node || hasComputed(node.within)),
  );
}

function excluded(doc: Doc, level: Map<string, Node>): Doc {
  const result = new Map<string, Value>();
  for (const [name, value] of doc.fields) {
    const node = level.get(name);
    if (node === 'drop') continue;
    result.set(name, typeof node === 'object' && 'within' in node ? excludedValue(value, node.within) : value);
  }
  return Doc.of(result);
}

function excludedValue(value: Value, level: Map<string, Node>): Value {
  if (value.type === 'object') return { type: 'object', value: excluded(value.value, level) };
  if (value.type === 'array') return { type: 'array', value: value.value.map((item) => excludedValue(item, level)) };
  return value;
}
