import { Doc, docOf, TYPES, type Value, type ValueType } from './bson.ts';
import { fail, MongoError, refuse } from './errors.ts';
import { type Comparison, comparisonIntervals, type Interval, ofType, union, withinIntervals } from './intervals.ts';
import { isEqual } from './keys.ts';
import { isTruthy, wholeNumber } from './numbers.ts';
import { anyAt, type Path } from './paths.ts';

/** A class, an escape, the start of a group, a repetition, an anchor or a dot. Other characters are literals. */
const TOKEN = /\[\^?\]?(?:\\.|[^\]\\])*\]|\\.?|\((?:\?:|[?*])?|(?:[*+?]|\{\d+(?:,\d*)?\})[+?]?|[.^$[\]{}]/gsu;

/** Compiles a PCRE pattern to a JavaScript one with the same meaning, or throws. */
function compilePattern(source: string, flags: string): RegExp {
  const refusePattern = (feature: string) => refuse(51091, `${feature} in the regular expression /${source}/`);
  if (source.includes('\0') || /[^imsxu]/.test(flags)) fail(51091, `Invalid regular expression: /${source}/${flags}`);
  const option = /[mx]/.exec(flags);
  if (option) refusePattern(`The option '${option[0]}'`);
  const translate = (token: string) => {
    if (token === '.') return flags.includes('s') ? '[\\s\\S]' : '[^\\n]';
    if (token === '^') return '(?<![\\s\\S])';
    if (token === '$') return '(?=\\n?(?![\\s\\S]))';
    if (token.startsWith('\\')) return translateEscape(token);
    if (token === '(?' || token === '(*') refusePattern(`The special group ${token}`);
    if (/^\[(?:[^[\\\]]|\\.)+\]$/su.test(token)) return token.replace(/\\./gsu, translateEscape);
    if (token.startsWith('[')) refusePattern(`A POSIX class or a bracket in ${token}`);
    if (token.length > 1 && token.endsWith('+')) refusePattern('A possessive repetition');
    return /^[\]{}]$/.test(token) ? `\\${token}` : token;
  };
  /** Translates the escapes that both languages share, and translateEscape punctuation. */
  const translateEscape = (token: string) => {
    if (/^\\[dDwWtnfr]$/.test(token)) return token;
    return /^\\[^a-zA-Z0-9]$/su.test(token)
      ? `\\u{${token.codePointAt(1)?.toString(16)}}`
      : refusePattern(`The escape ${token}`);
  };
  try {
    return new RegExp(source.replace(TOKEN, translate), flags.includes('i') ? 'iu' : 'u');
  } catch (cause) {
    if (cause instanceof MongoError) throw cause;
    throw refusePattern(cause instanceof Error ? cause.message : String(cause));
  }
}

/** Returns the longest text that all matches of a pattern are sure to contain, if any. */
function literalIn(source: string, flags: string): readonly Buffer[] | undefined {
  const tokens = source.match(/\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|./gsu) ?? [];
  if (flags.includes('i') || tokens.some((token) => /^[*+?{}()|]$/.test(token))) return undefined;
  const isLiteral = (token: string) => /^(?:\\[^a-zA-Z0-9]|[^\\.^$[\]])$/su.test(token);
  const texts = tokens.map((token) => (isLiteral(token) ? token.replace(/^\\/, '') : '\0')).join('');
  const [longest] = texts.split('\0').sort((a, b) => b.length - a.length);
  return longest ? [Buffer.from(longest)] : undefined;
}

/** A condition on one value, with what planner and upsert need to know of it. */
interface Test {
  /** `undefined` is a missing field. */
  readonly passes: (value: Value | undefined) => boolean;
  /** Tests an array as a whole, not its elements. */
  readonly whole?: boolean;
  /** The index intervals of the values that pass, arrays aside. */
  readonly intervals?: readonly Interval[] | undefined;
  /** The index key of a value that passes contains one of these. */
  readonly parts?: readonly Buffer[] | undefined;
  /** Every match has the field. */
  readonly isPresent: boolean;
  /** The one value that passes. */
  readonly equals?: Value;
}

/** A parsed query. An empty `and` matches everything, an empty `or` nothing. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Filter[] }
  | { readonly kind: 'not'; readonly of: Filter }
  /** Equal conditions have the same `text`. */
  | { readonly kind: 'at'; readonly path: Path; readonly test: Test; readonly text?: string };

/** Returns whether a document matches a filter, by MongoDB's rules. */
export function matches(filter: Filter, doc: Doc): boolean {
  return evaluate(filter, (path, test) => anyAt(doc, path, test.whole === true, test.passes));
}

function evaluate(filter: Filter, at: (path: Path, test: Test) => boolean): boolean {
  if (filter.kind === 'at') return at(filter.path, filter.test);
  if (filter.kind === 'not') return !evaluate(filter.of, at);
  const test = (part: Filter) => evaluate(part, at);
  return filter.kind === 'and' ? filter.of.every(test) : filter.of.some(test);
}

/** Returns the conditions that every match of a filter meets. */
export function conjuncts(filter: Filter): readonly Filter[] {
  return filter.kind === 'and' ? filter.of.flatMap(conjuncts) : [filter];
}

/** Parses a query. Throws on operators outside the subset. */
export function parseFilter(query: Doc): Filter {
  const parts = [...query.fields].map(([name, value]) => {
    if (name === '$and' || name === '$or' || name === '$nor') return parseLogical(name, value);
    if (name.startsWith('$')) refuse(2, `unknown top level operator: ${name}`);
    return parseField(name.split('.'), value);
  });
  return all(parts);
}

/** Returns whether a value is `{$operator: …}`, not a document to compare with. */
export function isOperators(value: Value): value is Value & { type: 'object' } {
  const [first] = value.type === 'object' ? value.value.fields.keys() : [];
  return first?.startsWith('$') === true && first !== '$ref' && first !== '$id' && first !== '$db';
}

/** Parses the condition at a path: operators, a regular expression, or a value that has to be equal. */
export function parseField(path: Path, value: Value): Filter {
  const operators = isOperators(value) ? value.value : Doc.of([[value.type === 'regex' ? '$regex' : '$eq', value]]);
  const parts = [...operators.fields].map(([name, argument]) => {
    const parse = OPERATORS[name];
    if (!parse) refuse(2, `unknown operator: ${name}`);
    const part = parse(path, argument, operators);
    return part.kind === 'at' ? { ...part, text: docOf({ [name]: argument }).bytes.toString('latin1') } : part;
  });
  return all(parts);
}

function all(parts: readonly Filter[]): Filter {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind: 'and', of: parts };
}

function at(path: Path, test: Test): Filter {
  return { kind: 'at', path, test };
}

function not(of: Filter): Filter {
  return { kind: 'not', of };
}

function parseLogical(name: '$and' | '$or' | '$nor', value: Value): Filter {
  if (value.type !== 'array' || value.value.length === 0) fail(2, `${name} must be a nonempty array`);
  const of = value.value.map((entry) => {
    if (entry.type !== 'object') fail(2, `${name} entries need to be full objects`);
    return parseFilter(entry.value);
  });
  return name === '$nor' ? not({ kind: 'or', of }) : { kind: name === '$and' ? 'and' : 'or', of };
}

type Operator = (path: Path, value: Value, siblings: Doc) => Filter;

function compares(op: Comparison): Operator {
  return (path, value) => {
    if (value.type === 'regex' && op !== '$eq') fail(2, `Can't have RegEx as arg to ${op}`);
    return at(path, comparison(op, value));
  };
}

const OPERATORS: Readonly<Record<string, Operator>> = {
  $eq: compares('$eq'),
  $lt: compares('$lt'),
  $lte: compares('$lte'),
  $gt: compares('$gt'),
  $gte: compares('$gte'),
  $ne(path, value) {
    if (value.type === 'regex') fail(2, "Can't have regex as arg to $ne.");
    return not(at(path, comparison('$eq', value)));
  },
  $in: (path, value) => at(path, oneOf('$in', value)),
  $nin: (path, value) => not(at(path, oneOf('$nin', value))),
  $not(path, value) {
    if (value.type !== 'regex' && !isOperators(value)) fail(2, '$not needs a regex or a document with operators');
    return not(parseField(path, value));
  },
  $exists(path, value) {
    const passes = (value: Value | undefined) => value !== undefined;
    const exists = at(path, { passes, whole: true, isPresent: true });
    return isTruthy(value) ? exists : not(exists);
  },
  $type: (path, value) => at(path, ofTypes(value)),
  $all(path, value) {
    if (value.type !== 'array') fail(2, '$all needs an array');
    const areElements = value.value.map((item) => isOperators(item) && item.value.get('$elemMatch') !== undefined);
    if (new Set(areElements).size > 1) fail(2, '$all/$elemMatch has to be consistent');
    if (!areElements[0] && value.value.some(isOperators)) fail(2, 'no $ expressions in $all');
    return value.value.length === 0 ? { kind: 'or', of: [] } : all(value.value.map((item) => parseField(path, item)));
  },
  $elemMatch: (path, value) => at(path, elementMatch(value)),
  $regex(path, value, siblings) {
    const options = siblings.get('$options');
    if (options && options.type !== 'string') fail(2, '$options has to be a string');
    if (value.type === 'string') return at(path, regex(value.value, options?.value ?? ''));
    if (value.type !== 'regex') fail(2, '$regex has to be a string');
    if (options && value.flags !== '') fail(51075, 'options set in both $regex and $options');
    return at(path, regex(value.pattern, options?.value ?? value.flags));
  },
  $options(_path, _value, siblings) {
    if (!siblings.get('$regex')) fail(2, '$options needs a $regex');
    return all([]);
  },
};

function comparison(op: Comparison, operand: Value): Test {
  const intervals = comparisonIntervals(op, operand);
  const passesMissing = operand.type === 'null' && op !== '$lt' && op !== '$gt';
  const isWithin = op === '$eq' ? (value: Value) => isEqual(operand, value) : withinIntervals(intervals);
  return {
    passes: (value) => (value === undefined ? passesMissing : isWithin(value)),
    intervals: operand.type === 'array' ? undefined : intervals,
    isPresent: operand.type !== 'null',
    ...(op === '$eq' && { equals: operand }),
  };
}

function oneOf(name: string, value: Value): Test {
  if (value.type !== 'array') fail(2, `${name} needs an array`);
  if (value.value.some(isOperators)) fail(2, `cannot nest $ under ${name}`);
  const tests = value.value.map(equality);
  const [only, another] = tests;
  if (only && !another) return only;
  const parts = tests.map(({ intervals }) => intervals);
  return {
    passes: (item) => tests.some((test) => test.passes(item)),
    intervals: parts.every((part) => part !== undefined) ? union(parts.flat()) : undefined,
    isPresent: tests.every(({ isPresent }) => isPresent),
  };
}

/** Returns the test of a plain value: a match if it is a regular expression, else equality. */
function equality(value: Value): Test {
  return value.type === 'regex' ? regex(value.pattern, value.flags) : comparison('$eq', value);
}

function regex(source: string, flags: string): Test {
  const pattern = compilePattern(source, flags);
  const isSameRegex = (value: Value) => value.type === 'regex' && value.pattern === source && value.flags === flags;
  return {
    passes: (value) =>
      value !== undefined && (value.type === 'string' ? pattern.test(value.value) : isSameRegex(value)),
    parts: literalIn(source, flags),
    isPresent: true,
  };
}

function ofTypes(value: Value): Test {
  const names = value.type === 'array' ? value.value : [value];
  if (names.length === 0) fail(9, '$type must match at least one type');
  const types = new Set(names.flatMap(typesNamed));
  return {
    passes: (item) => item !== undefined && types.has(item.type),
    intervals: types.has('array') ? undefined : union([...types].map(ofType)),
    isPresent: true,
  };
}

/** Returns the types of a name or code of `$type`. */
function typesNamed(value: Value): readonly ValueType[] {
  if (value.type === 'string' && value.value === 'number') return ['double', 'int', 'long', 'decimal'];
  const nameOrCode = value.type === 'string' ? value.value : wholeNumber('$type', value);
  const isType = (name: string): name is ValueType => Object.hasOwn(TYPES, name);
  const types = Object.keys(TYPES).filter(isType);
  const type = types.find((name) => name === nameOrCode || TYPES[name].byte === nameOrCode);
  return type ? [type] : refuse(2, `Unknown type name alias or code: ${nameOrCode}`);
}

function ofArray(passes: (items: readonly Value[]) => boolean): Test {
  return { passes: (value) => value?.type === 'array' && passes(value.value), whole: true, isPresent: true };
}

function elementMatch(value: Value): Test {
  if (value.type !== 'object') fail(2, '$elemMatch needs an Object');
  const [first = ''] = value.value.fields.keys();
  if (isOperators(value) && !['$and', '$or', '$nor'].includes(first)) {
    const of = parseField([], value);
    return ofArray((items) => items.some((item) => evaluate(of, (_, { passes }) => passes(item))));
  }
  const element = parseFilter(value.value);
  return ofArray((items) => items.some((item) => matchesAsDoc(element, item)));
}

/** Matches an array as a document with its positions as field names. */
function matchesAsDoc(filter: Filter, item: Value): boolean {
  if (item.type === 'object') return matches(filter, item.value);
  return item.type === 'array' && matches(filter, Doc.of(item.value.map((element, index) => [String(index), element])));
}
