import { Doc, docIn, NULL, toValue, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { compareValues, encodeKey } from './keys.ts';
import { type Filter, matches, parseFilter } from './matcher.ts';
import { isNumber, sum, wholeNumber } from './numbers.ts';
import { parseProjection } from './projector.ts';
import { parseSort, type SortSpec, sorted } from './sorter.ts';

/** A parsed stage, with its filter or sort if a query can do its work. */
export interface Stage {
  readonly name: string;
  readonly run: (docs: Iterable<Doc>) => Iterable<Doc>;
  readonly filter?: Filter;
  readonly sort?: SortSpec;
}

/** Parses the stages of an aggregation. Throws on stages outside the subset. */
export function parsePipeline(stages: readonly Value[]): readonly Stage[] {
  return stages.map((stage) => {
    const [entry, another] = stage.type === 'object' ? stage.value.fields : [];
    if (!entry || another) fail(40323, 'A pipeline stage specification object must contain exactly one field.');
    const [name, value] = entry;
    const parse = STAGES[name];
    if (!parse) refuse(40324, `Unrecognized pipeline stage name: '${name}'`);
    return { name, ...parse(value) };
  });
}

/** Runs documents through stages, lazily. */
export function runPipeline(docs: Iterable<Doc>, stages: readonly Stage[]): Iterable<Doc> {
  return stages.reduce((input, { run }) => run(input), docs);
}

const STAGES: Readonly<Record<string, (value: Value) => Omit<Stage, 'name'>>> = {
  $match(value) {
    if (value.type !== 'object') fail(15959, 'the match filter must be an expression in an object');
    const filter = parseFilter(value.value);
    return { filter, run: (docs) => mapEach(docs, (doc) => (matches(filter, doc) ? [doc] : [])) };
  },
  $sort(value) {
    const sort = parseSort(value);
    if (!sort) fail(15976, '$sort stage must have at least one sort key');
    return { sort, run: (docs) => sorted(docs, sort, (doc) => doc) };
  },
  $limit(value) {
    const count = wholeNumber('the limit', value);
    if (count <= 0) fail(15958, 'the limit must be positive');
    return { run: (docs) => slice(docs, 0, count) };
  },
  $group: (value) => ({ run: parseGroup(value) }),
  $project(value) {
    if (value.type !== 'object' || value.value.fields.size === 0) fail(51272, '$project must have at least one field');
    const project = parseProjection(value.value);
    return { run: (docs) => mapEach(docs, (doc) => [project(doc)]) };
  },
  $unwind(value) {
    if (value.type === 'object') refuse(28811, `$unwind with options (${[...value.value.fields.keys()].join(', ')})`);
    if (value.type !== 'string' || !value.value.startsWith('$')) fail(28818, 'the path of $unwind needs a $ before it');
    const path = value.value.slice(1).split('.');
    return { run: (docs) => mapEach(docs, (doc) => unwind(doc, path)) };
  },
};

/** Yields the results of each item, lazily. */
export function* mapEach<T, R>(items: Iterable<T>, change: (item: T) => Iterable<R>): Generator<R> {
  for (const item of items) yield* change(item);
}

/** Yields up to `limit` items after the first `skip`. */
export function* slice<T>(items: Iterable<T>, skip: number, limit: number): Generator<T> {
  let index = 0;
  for (const item of items) {
    if (index >= skip) yield item;
    index += 1;
    if (index >= skip + limit) return;
  }
}

function unwind(doc: Doc, path: readonly string[]): readonly Doc[] {
  const value = path.reduce<Value | undefined>((parent, part) => docIn(parent)?.get(part), toValue(doc));
  if (value?.type !== 'array') return value && value.type !== 'null' ? [doc] : [];
  return value.value.map((item) => withPath(doc, path, item));
}

function withPath(doc: Doc, [first = '', ...rest]: readonly string[], value: Value): Doc {
  const inner = doc.get(first);
  if (rest.length === 0 || inner?.type !== 'object') return doc.with(first, value);
  return doc.with(first, toValue(withPath(inner.value, rest, value)));
}

/** Returns the result of an accumulator for the values of a group, in order. */
type Accumulate = (values: readonly (Value | undefined)[]) => Value;

const ACCUMULATORS: Readonly<Record<string, Accumulate>> = {
  $sum: (values) => sum(withoutMissing(values).filter(isNumber)),
  $max(values) {
    const present = withoutMissing(values).filter(({ type }) => type !== 'null');
    return present.reduce((most, value) => (compareValues(value, most) > 0 ? value : most), present[0] ?? NULL);
  },
  $first: (values) => values[0] ?? NULL,
  $push: (values) => ({ type: 'array', value: withoutMissing(values) }),
};

function withoutMissing(values: readonly (Value | undefined)[]): readonly Value[] {
  return values.filter((value) => value !== undefined);
}

/** Returns a text that is the same for equal values. */
export function textKeyOf(value: Value): string {
  return encodeKey(value).toString('latin1');
}

/** Parses `$group`. Throws on accumulators outside the subset. */
function parseGroup(value: Value): (docs: Iterable<Doc>) => Iterable<Doc> {
  const idSpec = value.type === 'object' ? value.value.get('_id') : undefined;
  if (value.type !== 'object' || !idSpec) fail(15955, 'a group specification must include an _id');
  const id = parseExpression(idSpec);
  const fields = [...value.value.with('_id', undefined).fields].map(([name, spec]) => {
    if (name.includes('.') || name.startsWith('$')) fail(40235, `The field name '${name}' of $group must be plain`);
    return { name, ...parseAccumulator(name, spec) };
  });
  return function* runGroup(docs) {
    const groups = new Map<string, { readonly key: Value; readonly inputs: readonly (Value | undefined)[][] }>();
    for (const doc of docs) {
      const key = id(doc) ?? NULL;
      const group = groups.get(textKeyOf(key)) ?? { key, inputs: fields.map(() => []) };
      groups.set(textKeyOf(key), group);
      for (const [slot, { input }] of fields.entries()) group.inputs[slot]?.push(input(doc));
    }
    for (const { key, inputs } of groups.values()) {
      const results = fields.map(({ name, accumulate }, slot) => [name, accumulate(inputs[slot] ?? [])] as const);
      yield Doc.of([['_id', key], ...results]);
    }
  };
}

function parseAccumulator(field: string, spec: Value): { readonly input: Expression; readonly accumulate: Accumulate } {
  const [entry, another] = spec.type === 'object' ? spec.value.fields : [];
  if (!entry || another) fail(40234, `The field '${field}' must be an accumulator object`);
  const [operator, argument] = entry;
  const accumulate = ACCUMULATORS[operator];
  if (!accumulate) refuse(15952, `unknown group operator '${operator}'`);
  return { input: parseExpression(argument), accumulate };
}

/** Returns a value of a document, `undefined` if it is missing. */
type Expression = (doc: Doc) => Value | undefined;

/** Parses field paths (`$a.b`), documents of them, and constants. Throws on other expressions. */
function parseExpression(value: Value): Expression {
  if (value.type === 'string' && value.value.startsWith('$')) return fieldPath(value.value);
  if (value.type === 'array') refuse(168, 'An array as an expression');
  if (value.type !== 'object') return () => value;
  const fields = [...value.value.fields].map(([name, inner]) => {
    if (name.startsWith('$')) refuse(168, `Unrecognized expression '${name}'`);
    if (name.includes('.')) fail(16412, `FieldPath field names may not contain '.': ${name}`);
    return [name, parseExpression(inner)] as const;
  });
  return (doc) => toValue(Doc.of(fields.map(([name, expression]) => [name, expression(doc)])));
}

function fieldPath(text: string): Expression {
  if (text.startsWith('$$')) refuse(17276, `Use of the variable ${text}`);
  const path = text.slice(1).split('.');
  if (path.includes('')) fail(16872, `The field path '${text}' has an empty part`);
  return (doc) => valueAt({ type: 'object', value: doc }, path, 0);
}

/** Returns the value at a path as aggregations see it: an array on the way yields an array of the values in its documents. */
function valueAt(value: Value | undefined, path: readonly string[], slot: number): Value | undefined {
  const part = path[slot];
  if (part === undefined) return value;
  if (value?.type === 'object') return valueAt(value.value.get(part), path, slot + 1);
  if (value?.type !== 'array') return undefined;
  const values = value.value.map((item) => (item.type === 'object' ? valueAt(item, path, slot) : undefined));
  return { type: 'array', value: withoutMissing(values) };
}
