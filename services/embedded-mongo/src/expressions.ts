import { Doc, NULL, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';

/** An aggregation expression, ready to be evaluated; `undefined` is a missing value. */
export type Expression = (doc: Doc) => Value | undefined;

/** Parses field paths (`$a.b`, `$$ROOT`), `$literal`, documents, arrays and constants; every other operator is refused. */
export function parseExpression(value: Value): Expression {
  if (value.type === 'string' && value.value.startsWith('$')) return fieldPath(value.value);
  if (value.type === 'array') {
    const items = value.value.map(parseExpression);
    return (doc) => ({ type: 'array', value: items.map((item) => item(doc) ?? NULL) });
  }
  if (value.type !== 'object') return () => value;
  const literal = value.value.get('$literal');
  if (literal && value.value.fields.size === 1) return () => literal;
  const fields = [...value.value.fields].map(([name, inner]) => {
    if (name.startsWith('$')) refuse(168, `Unrecognized expression '${name}'`);
    if (name.includes('.')) fail(16412, `FieldPath field names may not contain '.': ${name}`);
    return [name, parseExpression(inner)] as const;
  });
  return (doc) => ({
    type: 'object',
    value: Doc.of(fields.flatMap(([name, expression]) => present(name, expression(doc)))),
  });
}

/** A field with its value, or nothing. */
export function present(name: string, value: Value | undefined): [string, Value][] {
  return value ? [[name, value]] : [];
}

function fieldPath(text: string): Expression {
  const [first = '', ...rest] = text.split('.');
  if (first.startsWith('$$') && first !== '$$ROOT') refuse(17276, `Use of the variable ${first}`);
  const path = first.startsWith('$$') ? rest : [first.slice(1), ...rest];
  if (path.includes('')) fail(16872, `The field path '${text}' has an empty part`);
  return (doc) => valueAt({ type: 'object', value: doc }, path, 0);
}

/** The value at a path as aggregation sees it: an array on the way gives the array of what its documents have there. */
function valueAt(value: Value | undefined, path: readonly string[], slot: number): Value | undefined {
  const part = path[slot];
  if (part === undefined) return value;
  if (value?.type === 'object') return valueAt(value.value.get(part), path, slot + 1);
  if (value?.type !== 'array') return undefined;
  const found = value.value.map((item) => (item.type === 'object' ? valueAt(item, path, slot) : undefined));
  return { type: 'array', value: found.filter((item) => item !== undefined) };
}
