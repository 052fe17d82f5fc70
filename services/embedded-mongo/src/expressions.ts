import { Doc, NULL, type Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';

/** An aggregation expression, ready to be evaluated; `undefined` is a missing value. */
export type Expression = (doc: Doc) => Value | undefined;

/** Parses field paths (`$a.b`, `$$ROOT`), `$literal`, documents, arrays and constants; every other operator is refused. */
export function parseExpression(value: Value): Expression {
  if (value.type === 'string' && value.value.startsWith('$')) return parseFieldPath(value.value);
  if (value.type === 'array') {
    const items = value.value.map(parseExpression);
    return (doc) => ({ type: 'array', value: items.map((item) => item(doc) ?? NULL) });
  }
  if (value.type !== 'object') return () => value;
  const [first] = value.value.fields.keys();
  if (first === '$literal' && value.value.size === 1) return () => value.value.get('$literal');
  if (first?.startsWith('$')) throw refuse(168, `Unrecognized expression '${first}'`);
  const fields = [...value.value.fields].map(([name, inner]) => [checkedName(name), parseExpression(inner)] as const);
  return (doc) => ({ type: 'object', value: evaluateFields(fields, doc) });
}

function evaluateFields(fields: readonly (readonly [string, Expression])[], doc: Doc): Doc {
  const result = new Map<string, Value>();
  for (const [name, expression] of fields) {
    const value = expression(doc);
    if (value !== undefined) result.set(name, value);
  }
  return Doc.of(result);
}

function checkedName(name: string): string {
  if (name.startsWith('$')) throw refuse(168, `Unrecognized expression '${name}'`);
  if (name.includes('.')) throw new MongoError(16412, `FieldPath field names may not contain '.': ${name}`);
  return name;
}

function parseFieldPath(text: string): Expression {
  const [first = '', ...rest] = text.split('.');
  if (first.startsWith('$$') && first !== '$$ROOT' && first !== '$$CURRENT')
    throw refuse(17276, `Use of the variable ${first}`);
  const path = first.startsWith('$$') ? rest : [first.slice(1), ...rest];
  if (path.includes(''))
    throw new MongoError(16872, `'${text}' starts with an invalid character or has an empty part for a field path`);
  return (doc) => valueAt({ type: 'object', value: doc }, path, 0);
}

/** The value at a path as aggregation sees it: an array on the way gives the array of what its documents have there. */
function valueAt(value: Value | undefined, path: readonly string[], at: number): Value | undefined {
  const part = path[at];
  if (part === undefined || value === undefined) return value;
  if (value.type === 'object') return valueAt(value.value.get(part), path, at + 1);
  if (value.type !== 'array' || at === 0) return undefined;
  const found = value.value.map((item) => (item.type === 'object' ? valueAt(item, path, at) : undefined));
  return { type: 'array', value: found.filter((item) => item !== undefined) };
}
