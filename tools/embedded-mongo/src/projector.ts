import { Doc, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { isNumber, isTruthy } from './numbers.ts';

/** The projection of a field: keep it, drop it, or project its fields. */
type Node = 'keep' | 'drop' | Level;
type Level = Map<string, Node>;

/** Parses the projection of `find` or `$project`, an inclusion or an exclusion of fields. Throws on anything else. */
export function parseProjection(spec: Doc): (doc: Doc) => Doc {
  if (spec.fields.size === 0) return (doc) => doc;
  const root: Level = new Map();
  for (const [name, value] of spec.fields) addPath(root, name, value);
  const id = root.get('_id');
  const nodes = [...root].filter(([name, node]) => name !== '_id' || node instanceof Map);
  const [mode = id ?? 'drop'] = nodes.flatMap(([, node]) => modes(node));
  const other = nodes.find(([, node]) => modes(node).some((nodeMode) => nodeMode !== mode));
  if (other && mode === 'drop') fail(31253, `Cannot do inclusion on field ${other[0]} in exclusion projection`);
  if (other) fail(31254, `Cannot do exclusion on field ${other[0]} in inclusion projection`);
  if (mode === 'keep') root.set('_id', id ?? 'keep');
  return (doc) => projectDoc(doc, root, mode === 'keep');
}

/** Returns the modes of the fields in a node. */
function modes(node: Node): readonly ('keep' | 'drop')[] {
  return node instanceof Map ? [...node.values()].flatMap(modes) : [node];
}

function addPath(root: Level, name: string, value: Value): void {
  const kind = value.type === 'object' ? [...value.value.fields.keys()] : value.type;
  if (!isNumber(value) && value.type !== 'bool') refuse(2, `The projection of ${name} by ${kind}`);
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
  level.set(last, isTruthy(value) ? 'keep' : 'drop');
}

function projectDoc(doc: Doc, level: Level, keeps: boolean): Doc {
  const fields = [...doc.fields].map(([name, value]) => {
    const node = level.get(name) ?? (keeps ? 'drop' : 'keep');
    if (node instanceof Map) return [name, projectValue(value, node, keeps)] as const;
    return [name, node === 'keep' ? value : undefined] as const;
  });
  return Doc.of(fields);
}

/** Projects the documents in a value, in nested arrays too. An inclusion drops other values. */
function projectValue(value: Value, level: Level, keeps: boolean): Value | undefined {
  if (value.type === 'object') return { type: 'object', value: projectDoc(value.value, level, keeps) };
  if (value.type !== 'array') return keeps ? undefined : value;
  const items = value.value.map((item) => projectValue(item, level, keeps));
  return { type: 'array', value: items.filter((item) => item !== undefined) };
}
