import { Doc, docOf, toValue, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { parseGroup } from './group.ts';
import { type Filter, matches, parseFilter } from './matcher.ts';
import { isTruthy, wholeNumber } from './numbers.ts';
import { parseProjection } from './projector.ts';
import { parseSort, type SortSpec, sortDocs } from './sorter.ts';

/** A parsed stage; those that a query can do itself also say what they ask for. */
export interface Stage {
  readonly name: string;
  readonly run: (docs: Iterable<Doc>) => Iterable<Doc>;
  readonly filter?: Filter;
  readonly sort?: SortSpec;
  readonly count?: number;
}

/** Parses the stages of an aggregation, refusing every one that is not in the subset. */
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

/** Runs documents through stages, one by one as they are asked for. */
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
    return { sort, run: (docs) => sorted(docs, sort) };
  },
  $skip(value) {
    const count = wholeNumber('the skip', value);
    if (count < 0) fail(15956, 'the skip must be non-negative');
    return { count, run: (docs) => slice(docs, count, Number.POSITIVE_INFINITY) };
  },
  $limit(value) {
    const count = wholeNumber('the limit', value);
    if (count <= 0) fail(15958, 'the limit must be positive');
    return { count, run: (docs) => slice(docs, 0, count) };
  },
  $group: (value) => ({ run: parseGroup(value) }),
  $project(value) {
    if (value.type !== 'object' || value.value.fields.size === 0) fail(51272, '$project must have at least one field');
    const project = parseProjection(value.value, true);
    return { run: (docs) => mapEach(docs, (doc) => [project(doc)]) };
  },
  $count(value) {
    const name = value.type === 'string' ? value.value : '';
    if (!/^[^$.][^.]*$/.test(name)) fail(40156, 'the count field must be a non-empty string without $ and .');
    return {
      *run(docs) {
        let count = 0;
        for (const _ of docs) count += 1;
        if (count > 0) yield docOf({ [name]: count });
      },
    };
  },
  $unwind(value) {
    const options = value.type === 'object' ? value.value : Doc.of([['path', value]]);
    const unknown = [...options.fields.keys()].find((name) => name !== 'path' && name !== 'preserveNullAndEmptyArrays');
    if (unknown !== undefined) refuse(28811, `unrecognized option to $unwind stage: ${unknown}`);
    const path = options.get('path');
    if (path?.type !== 'string' || !path.value.startsWith('$')) fail(28818, 'the path of $unwind needs a $ before it');
    const keepsEmpty = isTruthy(options.get('preserveNullAndEmptyArrays'));
    const parts = path.value.slice(1).split('.');
    return { run: (docs) => mapEach(docs, (doc) => unwound(doc, parts, keepsEmpty)) };
  },
};

/** Some documents for each one, as they are asked for. */
export function* mapEach(docs: Iterable<Doc>, change: (doc: Doc) => Iterable<Doc>): Generator<Doc> {
  for (const doc of docs) yield* change(doc);
}

function* sorted(docs: Iterable<Doc>, sort: SortSpec): Generator<Doc> {
  const items = Array.from(docs, (doc) => ({ doc }));
  for (const { doc } of sortDocs(items, sort, Number.POSITIVE_INFINITY)) yield doc;
}

/** Leaves out the first `skip`, and ends after `limit` more. */
export function* slice<T>(items: Iterable<T>, skip: number, limit: number): Generator<T> {
  let index = 0;
  for (const item of items) {
    if (index >= skip) yield item;
    index += 1;
    if (index >= skip + limit) return;
  }
}

function unwound(doc: Doc, path: readonly string[], keepsEmpty: boolean): readonly Doc[] {
  const step = (at: Value | undefined, part: string) => (at?.type === 'object' ? at.value.get(part) : undefined);
  const value = path.reduce(step, { type: 'object', value: doc });
  if (value?.type !== 'array') return keepsEmpty || (value && value.type !== 'null') ? [doc] : [];
  if (value.value.length === 0) return keepsEmpty ? [withPath(doc, path, undefined)] : [];
  return value.value.map((item) => withPath(doc, path, item));
}

function withPath(doc: Doc, path: readonly string[], value: Value | undefined): Doc {
  const [first = '', ...rest] = path;
  const old = doc.get(first);
  const within = old?.type === 'object' ? toValue(withPath(old.value, rest, value)) : old;
  const inner = rest.length === 0 ? value : within;
  return inner ? doc.with(first, inner) : doc.without(first);
}
