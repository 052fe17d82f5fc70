import { type Accumulator, type AccumulatorSpec, group, parseAccumulator } from './accumulators.ts';
import { docOf } from './build.ts';
import { Doc, NULL, type Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { parseExpression } from './expressions.ts';
import { type Filter, parseFilter } from './filter.ts';
import { matches } from './matcher.ts';
import { parseProjection } from './projector.ts';
import { wholeNumber } from './scalars.ts';
import { parseSort, type SortSpec, sortDocs } from './sorter.ts';

/** A parsed stage. What a query can do itself keeps its parts, so that it can be planned; the rest only knows how to run. */
export type Stage =
  | { readonly name: '$match'; readonly filter: Filter }
  | { readonly name: '$sort'; readonly sort: SortSpec }
  | { readonly name: '$skip' | '$limit'; readonly count: number }
  | {
      readonly name: '$group' | '$project' | '$unwind' | '$count';
      readonly run: (docs: Iterable<Doc>) => Iterable<Doc>;
    };

/** Parses the stages of an aggregation, refusing every one that is not in the subset. */
export function parsePipeline(stages: readonly Value[]): readonly Stage[] {
  return stages.map((stage) => {
    const [entry] = stage.type === 'object' ? stage.value.fields : [];
    if (stage.type !== 'object') throw new MongoError(14, "Each element of the 'pipeline' array must be an object");
    if (!entry || stage.value.size !== 1)
      throw new MongoError(40323, 'A pipeline stage specification object must contain exactly one field.');
    return parseStage(entry[0], entry[1]);
  });
}

/** Runs documents through stages, one by one as they are asked for. */
export function runPipeline(docs: Iterable<Doc>, stages: readonly Stage[]): Iterable<Doc> {
  return stages.reduce((input, stage, index) => runStage(input, stage, stages[index + 1]), docs);
}

function parseStage(name: string, value: Value): Stage {
  switch (name) {
    case '$match':
      if (value.type !== 'object') throw new MongoError(15959, 'the match filter must be an expression in an object');
      return { name, filter: parseFilter(value.value) };
    case '$sort': {
      const sort = parseSort(value);
      if (!sort) throw new MongoError(15976, '$sort stage must have at least one sort key');
      return { name, sort };
    }
    case '$skip':
      return { name, count: countOf(name, value, 0) };
    case '$limit':
      return { name, count: countOf(name, value, 1) };
    case '$group':
      return { name, run: parseGroup(value) };
    case '$project': {
      if (value.type !== 'object') throw new MongoError(15969, '$project specification must be an object');
      if (value.value.size === 0)
        throw new MongoError(
          51272,
          'Invalid $project :: caused by :: projection specification must have at least one field',
        );
      const project = parseProjection(value.value, true);
      return { name, run: (docs) => map(docs, project) };
    }
    case '$unwind':
      return { name, run: parseUnwind(value) };
    case '$count':
      return { name, run: parseCount(value) };
    default:
      throw refuse(40324, `Unrecognized pipeline stage name: '${name}'`);
  }
}

function countOf(name: string, value: Value, least: number): number {
  const count = wholeNumber(`the ${name.slice(1)}`, value);
  if (count < least)
    throw new MongoError(
      name === '$limit' ? 15958 : 15956,
      `the ${name.slice(1)} must be ${least === 1 ? 'positive' : 'non-negative'}`,
    );
  return count;
}

function runStage(docs: Iterable<Doc>, stage: Stage, next: Stage | undefined): Iterable<Doc> {
  switch (stage.name) {
    case '$match':
      return keep(docs, (doc) => matches(stage.filter, doc));
    case '$sort':
      return sorted(docs, stage.sort, next?.name === '$limit' ? next.count : Number.POSITIVE_INFINITY);
    case '$skip':
      return skip(docs, stage.count);
    case '$limit':
      return limit(docs, stage.count);
    default:
      return stage.run(docs);
  }
}

function* map(docs: Iterable<Doc>, change: (doc: Doc) => Doc): Generator<Doc> {
  for (const doc of docs) yield change(doc);
}

function* keep(docs: Iterable<Doc>, isKept: (doc: Doc) => boolean): Generator<Doc> {
  for (const doc of docs) if (isKept(doc)) yield doc;
}

function* sorted(docs: Iterable<Doc>, sort: SortSpec, most: number): Generator<Doc> {
  const items = sortDocs(map2(docs), sort, most);
  for (const { doc } of items) yield doc;
}

function* map2(docs: Iterable<Doc>): Generator<{ readonly doc: Doc }> {
  for (const doc of docs) yield { doc };
}

/** Leaves out the first `count`. */
export function* skip<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left > 0) left -= 1;
    else yield item;
  }
}

/** Ends after `count`. */
export function* limit<T>(items: Iterable<T>, count: number): Generator<T> {
  let left = count;
  for (const item of items) {
    if (left > 0) yield item;
    left -= 1;
    if (left <= 0) return;
  }
}

function parseGroup(value: Value): (docs: Iterable<Doc>) => Iterable<Doc> {
  if (value.type !== 'object') throw new MongoError(15947, "a group's fields must be specified in an object");
  const idSpec = value.value.get('_id');
  if (idSpec === undefined) throw new MongoError(15955, 'a group specification must include an _id');
  const id = parseExpression(idSpec);
  const fields = new Map<string, AccumulatorSpec>();
  for (const [field, spec] of value.value.without('_id').fields) {
    if (field.includes('.')) throw new MongoError(40235, `The field name '${field}' cannot contain '.'`);
    if (field.startsWith('$')) throw new MongoError(40236, `The field name '${field}' cannot be an operator name`);
    fields.set(field, parseAccumulator(field, spec));
  }
  return (docs) => groupDocs(group(docs, id, fields));
}

function* groupDocs(groups: Iterable<readonly [Value, ReadonlyMap<string, Accumulator>]>): Generator<Doc> {
  for (const [id, fields] of groups)
    yield Doc.of(new Map([['_id', id], ...[...fields].map(([name, field]) => [name, field.result()] as const)]));
}

function parseCount(value: Value): (docs: Iterable<Doc>) => Iterable<Doc> {
  const name = value.type === 'string' ? value.value : '';
  if (name === '' || name.startsWith('$') || name.includes('.'))
    throw new MongoError(40156, 'the count field must be a non-empty string without $ and .');
  return function* count(docs) {
    let number = 0;
    for (const _ of docs) number += 1;
    if (number > 0) yield docOf({ [name]: number });
  };
}

function parseUnwind(value: Value): (docs: Iterable<Doc>) => Iterable<Doc> {
  const options = value.type === 'object' ? value.value : Doc.of(new Map([['path', value]]));
  for (const option of options.fields.keys()) {
    if (!['path', 'preserveNullAndEmptyArrays', 'includeArrayIndex'].includes(option))
      throw new MongoError(28811, `unrecognized option to $unwind stage: ${option}`);
  }
  const [path, preserve, index] = [
    options.get('path'),
    options.get('preserveNullAndEmptyArrays'),
    options.get('includeArrayIndex'),
  ];
  if (path?.type !== 'string') throw new MongoError(28812, 'no path specified to $unwind stage');
  if (!/^\$[^$]/.test(path.value))
    throw new MongoError(28818, "path option to $unwind stage should be prefixed with a '$'");
  if (preserve !== undefined && preserve.type !== 'bool')
    throw new MongoError(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  if (index !== undefined && (index.type !== 'string' || index.value === '' || index.value.startsWith('$')))
    throw new MongoError(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  const field = path.value.slice(1).split('.');
  return function* unwind(docs) {
    for (const doc of docs) yield* unwound(doc, field, preserve?.value === true, index?.value.split('.'));
  };
}

function* unwound(
  doc: Doc,
  path: readonly string[],
  preserve: boolean,
  indexPath: readonly string[] | undefined,
): Generator<Doc> {
  const withIndex = (one: Doc, index: Value) => (indexPath ? withPath(one, indexPath, index) : one);
  const value = plainValueAt(doc, path);
  if (value?.type !== 'array') {
    if (preserve || (value !== undefined && value.type !== 'null')) yield withIndex(doc, NULL);
    return;
  }
  if (value.value.length === 0 && preserve) yield withIndex(withPath(doc, path, undefined), NULL);
  for (const [index, item] of value.value.entries())
    yield withIndex(withPath(doc, path, item), { type: 'long', value: BigInt(index) });
}

function plainValueAt(doc: Doc, path: readonly string[]): Value | undefined {
  let value: Value | undefined = { type: 'object', value: doc };
  for (const part of path) value = value?.type === 'object' ? value.value.get(part) : undefined;
  return value;
}

function withPath(doc: Doc, path: readonly string[], value: Value | undefined): Doc {
  const [first = '', ...rest] = path;
  const old = doc.get(first);
  if (rest.length === 0) return value === undefined ? doc.without(first) : doc.with(first, value);
  return doc.with(first, {
    type: 'object',
    value: withPath(old?.type === 'object' ? old.value : Doc.EMPTY, rest, value),
  });
}
