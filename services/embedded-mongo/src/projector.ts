import { Doc, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { type Expression, parseExpression, present } from './expressions.ts';
import { isNumber, isTruthy } from './numbers.ts';

/** What a projection says about a field: keep or drop it, compute it, or go on within it. */
type Node = 'keep' | 'drop' | Expression | Map<string, Node>;

/** Parses a projection of `find`, or, when it `computes`, of `$project`; every operator that is not in the subset is refused. */
export function parseProjection(spec: Doc, computes: boolean): (doc: Doc) => Doc {
  const root = new Map<string, Node>();
  for (const [name, value] of spec.fields) addPath(root, name, value, computes);
  const id = root.get('_id');
  const [mode = id ?? 'drop'] = [...root].filter(([name]) => name !== '_id').flatMap(([, node]) => modes(node));
  for (const [name, node] of root) {
    const isOther = name !== '_id' && modes(node).some((one) => one !== mode);
    if (isOther && mode === 'drop') fail(31253, `Cannot do inclusion on field ${name} in exclusion projection`);
    if (isOther) fail(31254, `Cannot do exclusion on field ${name} in inclusion projection`);
  }
  if (mode === 'drop') return (doc) => excluded(doc, root);
  if (id === 'drop') root.delete('_id');
  else root.set('_id', id ?? 'keep');
  return (doc) => included(doc, root, doc);
}

/** Which of the two kinds of projection a node belongs to. */
function modes(node: Node): readonly ('keep' | 'drop')[] {
  if (node instanceof Map) return [...node.values()].flatMap(modes);
  return [node === 'drop' ? 'drop' : 'keep'];
}

function addPath(root: Map<string, Node>, name: string, value: Value, computes: boolean): void {
  if (value.type === 'object' && ![...value.value.fields.keys()].some((key) => key.startsWith('$'))) {
    if (value.value.fields.size === 0) fail(51270, `An empty sub-projection is not a valid value: ${name}`);
    for (const [inner, innerValue] of value.value.fields) addPath(root, `${name}.${inner}`, innerValue, computes);
    return;
  }
  const path = name.split('.');
  const last = path.pop() ?? '';
  if (last === '' || path.includes('')) fail(15998, `FieldPath field names may not be empty strings: '${name}'`);
  if (last.startsWith('$') || path.some((part) => part.startsWith('$'))) refuse(31394, `The projection of '${name}'`);
  let level = root;
  for (const part of path) {
    const next = level.get(part) ?? new Map<string, Node>();
    if (!(next instanceof Map)) fail(31249, `Path collision at ${name}`);
    level.set(part, next);
    level = next;
  }
  if (level.has(last)) fail(31250, `Path collision at ${name}`);
  level.set(last, leaf(name, value, computes));
}

function leaf(name: string, value: Value, computes: boolean): Node {
  if (isNumber(value) || value.type === 'bool') return isTruthy(value) ? 'keep' : 'drop';
  if (computes) return parseExpression(value);
  refuse(2, `The projection of ${name} by ${value.type === 'object' ? [...value.value.fields.keys()] : value.type}`);
}

function included(doc: Doc, level: Map<string, Node>, root: Doc): Doc {
  const kept = [...doc.fields].flatMap(([name, value]) => {
    const node = level.get(name);
    return present(
      name,
      node === 'keep'
        ? value
        : node instanceof Map
          ? within(value, (one) => included(one, node, root), false)
          : undefined,
    );
  });
  const names = new Set(kept.map(([name]) => name));
  const computed = [...level].flatMap(([name, node]) => {
    if (typeof node === 'function') return present(name, node(root));
    if (names.has(name) || !(node instanceof Map) || !hasComputed(node)) return [];
    return present(name, { type: 'object', value: included(Doc.EMPTY, node, root) });
  });
  return Doc.of([...kept, ...computed]);
}

function hasComputed(level: Map<string, Node>): boolean {
  return [...level.values()].some((node) => typeof node === 'function' || (node instanceof Map && hasComputed(node)));
}

function excluded(doc: Doc, level: Map<string, Node>): Doc {
  const kept = [...doc.fields].flatMap(([name, value]) => {
    const node = level.get(name);
    return present(
      name,
      node === 'drop' ? undefined : node instanceof Map ? within(value, (one) => excluded(one, node), true) : value,
    );
  });
  return Doc.of(kept);
}

/** Projects the documents in a value, through all arrays; what is no document is kept or left out. */
function within(value: Value, project: (doc: Doc) => Doc, keepsOthers: boolean): Value | undefined {
  if (value.type === 'object') return { type: 'object', value: project(value.value) };
  if (value.type !== 'array') return keepsOthers ? value : undefined;
  const items = value.value.map((item) => within(item, project, keepsOthers));
  return { type: 'array', value: items.filter((item) => item !== undefined) };
}
