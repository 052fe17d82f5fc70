import { Doc, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { isNumber, isTruthy } from './numbers.ts';

/** What a projection says about a field: keep or drop it, or go on within it. */
type Node = 'keep' | 'drop' | Level;
type Level = Map<string, Node>;

/** Parses a projection of `find` or of `$project`, which keeps fields or leaves fields out; everything else is refused. */
export function parseProjection(spec: Doc): (doc: Doc) => Doc {
  if (spec.fields.size === 0) return (doc) => doc;
  const root: Level = new Map();
  for (const [name, value] of spec.fields) addPath(root, name, value);
  const id = root.get('_id');
  const nodes = [...root].filter(([name, node]) => name !== '_id' || node instanceof Map);
  const [mode = id ?? 'drop'] = nodes.flatMap(([, node]) => modes(node));
  const other = nodes.find(([, node]) => modes(node).some((one) => one !== mode));
  if (other && mode === 'drop') fail(31253, `Cannot do inclusion on field ${other[0]} in exclusion projection`);
  if (other) fail(31254, `Cannot do exclusion on field ${other[0]} in inclusion projection`);
  if (mode === 'keep') root.set('_id', id ?? 'keep');
  return (doc) => projected(doc, root, mode === 'keep');
}

/** Which of the two kinds of projection a node belongs to. */
function modes(node: Node): readonly ('keep' | 'drop')[] {
  return node instanceof Map ? [...node.values()].flatMap(modes) : [node];
}

function addPath(root: Level, name: string, value: Value): void {
  const by = value.type === 'object' ? [...value.value.fields.keys()] : value.type;
  if (!isNumber(value) && value.type !== 'bool') refuse(2, `The projection of ${name} by ${by}`);
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

function projected(doc: Doc, level: Level, keeps: boolean): Doc {
  const kept = [...doc.fields].flatMap(([name, value]): [string, Value][] => {
    const node = level.get(name) ?? (keeps ? 'drop' : 'keep');
    const inner = node instanceof Map ? within(value, node, keeps) : node === 'keep' && value;
    return inner ? [[name, inner]] : [];
  });
  return Doc.of(kept);
}

/** Projects the documents in a value, through all arrays; what is no document is dropped with what is not named. */
function within(value: Value, level: Level, keeps: boolean): Value | undefined {
  if (value.type === 'object') return { type: 'object', value: projected(value.value, level, keeps) };
  if (value.type !== 'array') return keeps ? undefined : value;
  const items = value.value.map((item) => within(item, level, keeps));
  return { type: 'array', value: items.filter((item) => item !== undefined) };
}
