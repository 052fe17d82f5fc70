import { DEPRECATED_TYPES, type Doc, TYPE_BYTES, VALUE_TYPES, type Value, type ValueType } from './document.ts';
import { badValue, MongoError, refuse } from './errors.ts';
import { type Path, parsePath } from './paths.ts';
import { compilePattern, type Pattern } from './regex.ts';
import { isTruthy, wholeNumber } from './scalars.ts';

/** A condition on one value. */
export type Test =
  | { readonly kind: 'compare'; readonly op: Comparison; readonly value: Value }
  | { readonly kind: 'in'; readonly values: readonly Value[]; readonly patterns: readonly RegexTest[] }
  | RegexTest
  | { readonly kind: 'exists' }
  | { readonly kind: 'type'; readonly types: ReadonlySet<ValueType> }
  | { readonly kind: 'size'; readonly size: number }
  | { readonly kind: 'elemMatchValue'; readonly of: Filter }
  | { readonly kind: 'elemMatchObject'; readonly of: Filter };

export type Comparison = 'eq' | 'lt' | 'lte' | 'gt' | 'gte';
interface RegexTest {
  readonly kind: 'regex';
  readonly pattern: Pattern;
}

/** A parsed query. An empty `and` matches everything, an empty `or` nothing. */
export type Filter =
  | { readonly kind: 'and'; readonly of: readonly Filter[] }
  | { readonly kind: 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'at'; readonly path: Path; readonly test: Test };

const COMPARISONS: Readonly<Record<string, Comparison>> = { $eq: 'eq', $lt: 'lt', $lte: 'lte', $gt: 'gt', $gte: 'gte' };

/** Parses a query document, refusing every operator that is not in the subset. */
export function parseFilter(query: Doc): Filter {
  const parts: Filter[] = [];
  for (const [name, value] of query.fields) {
    if (name === '$and' || name === '$or' || name === '$nor') parts.push(parseLogical(name, value));
    else if (name === '$comment') continue;
    else if (name.startsWith('$')) throw refuse(2, `unknown top level operator: ${name}`);
    else parts.push(parseField(parsePath(name), value));
  }
  return all(parts);
}

/** Whether a value is `{$operator: …}` rather than a document to compare with. */
export function isOperators(value: Value): value is Value & { type: 'object' } {
  if (value.type !== 'object') return false;
  const [first] = value.value.fields.keys();
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}

/** Parses `{$gt: 1, $lt: 5}` as conditions on the value at a path. */
export function parseOperators(path: Path, operators: Doc): Filter {
  return all([...operators.fields].flatMap(([name, value]) => parseOperator(path, name, value, operators)));
}

function all(parts: readonly Filter[]): Filter {
  const [only] = parts;
  return only !== undefined && parts.length === 1 ? only : { kind: 'and', of: parts };
}

function parseLogical(name: '$and' | '$or' | '$nor', value: Value): Filter {
  if (value.type !== 'array') throw badValue(`${name} must be an array`);
  if (value.value.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  const of = value.value.map((entry) => {
    if (entry.type !== 'object') throw badValue('$or/$and/$nor entries need to be full objects');
    return parseFilter(entry.value);
  });
  if (name === '$nor') return { kind: 'not', of: { kind: 'or', of } };
  return { kind: name === '$and' ? 'and' : 'or', of };
}

function parseField(path: Path, value: Value): Filter {
  if (isOperators(value)) return parseOperators(path, value.value);
  return value.type === 'regex'
    ? { kind: 'at', path, test: regexTest(value.pattern, value.flags) }
    : compare(path, 'eq', value);
}

function compare(path: Path, op: Comparison, value: Value): Filter {
  return { kind: 'at', path, test: { kind: 'compare', op, value } };
}

function parseOperator(path: Path, name: string, value: Value, siblings: Doc): Filter[] {
  const op = COMPARISONS[name];
  if (op !== undefined) {
    if (value.type === 'regex' && op !== 'eq')
      throw badValue(`Can't have RegEx as arg to predicate over field '${path.join('.')}'.`);
    return [compare(path, op, value)];
  }
  switch (name) {
    case '$ne':
      if (value.type === 'regex') throw badValue("Can't have regex as arg to $ne.");
      return [{ kind: 'not', of: compare(path, 'eq', value) }];
    case '$in':
      return [parseIn(path, name, value)];
    case '$nin':
      return [{ kind: 'not', of: parseIn(path, name, value) }];
    case '$not':
      return [{ kind: 'not', of: parseNot(path, value) }];
    case '$exists': {
      const exists: Filter = { kind: 'at', path, test: { kind: 'exists' } };
      return [isTruthy(value) ? exists : { kind: 'not', of: exists }];
    }
    case '$type':
      return [{ kind: 'at', path, test: { kind: 'type', types: parseTypes(value) } }];
    case '$size':
      return [{ kind: 'at', path, test: { kind: 'size', size: parseSize(value) } }];
    case '$all':
      return [parseAll(path, value)];
    case '$elemMatch':
      return [parseElemMatch(path, value)];
    case '$regex':
      return [{ kind: 'at', path, test: parseRegex(value, siblings.get('$options')) }];
    case '$options':
      if (!siblings.has('$regex')) throw badValue('$options needs a $regex');
      return [];
    default:
      throw refuse(2, `unknown operator: ${name}`);
  }
}

function parseIn(path: Path, name: string, value: Value): Filter {
  if (value.type !== 'array') throw badValue(`${name} needs an array`);
  const values: Value[] = [];
  const patterns: RegexTest[] = [];
  for (const item of value.value) {
    if (isOperators(item)) throw badValue(`cannot nest $ under ${name}`);
    if (item.type === 'regex') patterns.push(regexTest(item.pattern, item.flags));
    else values.push(item);
  }
  return { kind: 'at', path, test: { kind: 'in', values, patterns } };
}

function parseNot(path: Path, value: Value): Filter {
  if (value.type === 'regex') return { kind: 'at', path, test: regexTest(value.pattern, value.flags) };
  if (value.type !== 'object') throw badValue('$not needs a regex or a document');
  if (value.value.size === 0) throw badValue('$not cannot be empty');
  return parseOperators(path, value.value);
}

function parseAll(path: Path, value: Value): Filter {
  if (value.type !== 'array') throw badValue('$all needs an array');
  if (value.value.length === 0) return { kind: 'or', of: [] };
  const [first] = value.value;
  const ofElements = first !== undefined && isElemMatch(first);
  return all(
    value.value.map((item) => {
      if (ofElements !== isElemMatch(item)) throw badValue('$all/$elemMatch has to be consistent');
      if (isElemMatch(item)) return parseOperators(path, item.value);
      if (isOperators(item)) throw badValue('no $ expressions in $all');
      return parseField(path, item);
    }),
  );
}

function isElemMatch(value: Value): value is Value & { type: 'object' } {
  return isOperators(value) && value.value.has('$elemMatch');
}

function parseElemMatch(path: Path, value: Value): Filter {
  if (value.type !== 'object') throw badValue('$elemMatch needs an Object');
  const [first] = value.value.fields.keys();
  const isAboutValue = isOperators(value) && first !== '$and' && first !== '$or' && first !== '$nor';
  if (isAboutValue) return { kind: 'at', path, test: { kind: 'elemMatchValue', of: parseOperators([], value.value) } };
  return { kind: 'at', path, test: { kind: 'elemMatchObject', of: parseFilter(value.value) } };
}

function parseRegex(value: Value, options: Value | undefined): RegexTest {
  if (options !== undefined && options.type !== 'string') throw badValue('$options has to be a string');
  if (value.type === 'string') return regexTest(value.value, options?.value ?? '');
  if (value.type !== 'regex') throw badValue('$regex has to be a string');
  if (options !== undefined && value.flags !== '')
    throw new MongoError(51075, 'options set in both $regex and $options');
  return regexTest(value.pattern, options?.value ?? value.flags);
}

function regexTest(source: string, flags: string): RegexTest {
  if (source.includes('\0')) throw new MongoError(51091, 'Regular expression cannot contain an embedded null byte');
  return { kind: 'regex', pattern: compilePattern(source, flags) };
}

const NUMBERS: readonly ValueType[] = ['double', 'int', 'long', 'decimal'];

function parseTypes(value: Value): ReadonlySet<ValueType> {
  const wanted = value.type === 'array' ? value.value : [value];
  if (wanted.length === 0) throw new MongoError(9, '$type must match at least one type');
  return new Set(wanted.flatMap(typesNamed));
}

function typesNamed(value: Value): readonly ValueType[] {
  if (value.type === 'string') {
    if (value.value === 'number') return NUMBERS;
    if (Object.values(DEPRECATED_TYPES).includes(value.value)) return [];
    const named = VALUE_TYPES.find((type) => type === value.value);
    if (named === undefined) throw badValue(`Unknown type name alias: ${value.value}`);
    return [named];
  }
  const code = wholeNumber('$type', value);
  if (DEPRECATED_TYPES[code] !== undefined) return [];
  const coded = VALUE_TYPES.find((type) => TYPE_BYTES[type] === (code === -1 ? 0xff : code));
  if (coded === undefined || code === 0xff) throw badValue(`Invalid numerical type code: ${code}`);
  return [coded];
}

function parseSize(value: Value): number {
  const size = wholeNumber('$size', value);
  if (size < 0) throw badValue('$size may not be negative');
  return size;
}
