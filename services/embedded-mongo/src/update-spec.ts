import type { Doc, Value } from './document.ts';
import { badValue, MongoError, refuse } from './errors.ts';
import { type Filter, isOperators, parseFilter, parseOperators } from './filter.ts';
import { isNumber, type NumberValue } from './number-key.ts';
import { isIndex, type Path, parsePath } from './paths.ts';
import { compilePattern } from './regex.ts';
import { wholeNumber } from './scalars.ts';
import { parseSort, type SortSpec } from './sorter.ts';

/** What an update does to one path. */
export type Change =
  | { readonly op: '$set' | '$setOnInsert' | '$min' | '$max'; readonly value: Value }
  | { readonly op: '$unset' }
  | { readonly op: '$inc'; readonly value: NumberValue }
  | {
      readonly op: '$push';
      readonly items: readonly Value[];
      readonly position: number | undefined;
      readonly slice: number | undefined;
      readonly sort: ArraySort | undefined;
    }
  | { readonly op: '$addToSet'; readonly items: readonly Value[] }
  | { readonly op: '$pull'; readonly filter: PullFilter }
  | { readonly op: '$currentDate'; readonly as: 'date' | 'timestamp' };

/** How `$push` sorts: whole values, or documents by their fields. */
export type ArraySort = 1 | -1 | SortSpec;

/** What `$pull` takes out: equal values, or what matches as a document, or as a value. */
export type PullFilter =
  | { readonly kind: 'equal'; readonly value: Value }
  | { readonly kind: 'document' | 'value'; readonly filter: Filter };

/** A parsed update: a whole new document, or changes in the order in which MongoDB makes them. */
export type Update =
  | { readonly kind: 'replacement'; readonly doc: Doc }
  | { readonly kind: 'changes'; readonly changes: readonly { readonly path: Path; readonly change: Change }[] };

/** Parses an update, refusing every operator that is not in the subset. */
export function parseUpdate(value: Value | undefined): Update {
  if (value?.type === 'array') throw refuse(9, 'An update with an aggregation pipeline');
  if (value?.type !== 'object') throw new MongoError(9, 'Update argument must be either an object or an array');
  const names = [...value.value.fields.keys()];
  if (!names[0]?.startsWith('$')) {
    const operator = names.find((name) => name.startsWith('$'));
    if (operator !== undefined)
      throw new MongoError(
        52,
        `The dollar ($) prefixed field '${operator}' in '${operator}' is not allowed in the context of an update's replacement document.`,
      );
    return { kind: 'replacement', doc: value.value };
  }
  const changes = [...value.value.fields].flatMap(([op, fields]) => parseModifier(op, fields));
  changes.sort((a, b) => comparePaths(a.path, b.path));
  changes.forEach(({ path }, index) => {
    const next = changes[index + 1]?.path;
    if (next && path.every((part, at) => next[at] === part)) {
      throw new MongoError(40, `Updating the path '${next.join('.')}' would create a conflict at '${path.join('.')}'`);
    }
  });
  return { kind: 'changes', changes };
}

function parseModifier(op: string, fields: Value): { path: Path; change: Change }[] {
  const parse = MODIFIERS[op];
  if (!parse) throw refuse(9, `Unknown modifier: ${op}`);
  if (fields.type !== 'object')
    throw new MongoError(
      9,
      `Modifiers operate on fields but we found type ${fields.type} instead. For example: {$mod: {<field>: ...}} not {${op}: ...}`,
    );
  return [...fields.value.fields].map(([name, value]) => ({ path: parseUpdatePath(name), change: parse(value, name) }));
}

const MODIFIERS: Readonly<Record<string, (value: Value, name: string) => Change>> = {
  $set: (value) => ({ op: '$set', value }),
  $setOnInsert: (value) => ({ op: '$setOnInsert', value }),
  $min: (value) => ({ op: '$min', value }),
  $max: (value) => ({ op: '$max', value }),
  $unset: () => ({ op: '$unset' }),
  $inc: (value, name) => {
    if (!isNumber(value))
      throw new MongoError(14, `Cannot increment with non-numeric argument: {${name}: ${value.type}}`);
    return { op: '$inc', value };
  },
  $push: parsePush,
  $addToSet: (value) => ({ op: '$addToSet', items: parseEach('$addToSet', value, ['$each']) ?? [value] }),
  $pull: (value) => ({ op: '$pull', filter: parsePull(value) }),
  $currentDate: parseCurrentDate,
};

function parseUpdatePath(name: string): Path {
  const path = parsePath(name);
  if (name === '') throw new MongoError(56, 'An empty update path is not valid.');
  if (path.includes(''))
    throw new MongoError(56, `The update path '${name}' contains an empty field name, which is not allowed.`);
  const dollar = path.find((part) => part.startsWith('$'));
  if (dollar === '$' || dollar?.startsWith('$['))
    throw refuse(2, `The positional operator ${dollar} in the update path '${name}'`);
  if (dollar !== undefined)
    throw new MongoError(52, `The dollar ($) prefixed field '${dollar}' in '${name}' is not valid for storage.`);
  return path;
}

/** MongoDB changes fields in the order of their names, numbers among them by value. */
function comparePaths(a: Path, b: Path): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const [one = '', other = ''] = [a[at], b[at]];
    if (one === other) continue;
    if (isIndex(one) && isIndex(other)) return Number(one) - Number(other);
    return Buffer.from(one).compare(Buffer.from(other));
  }
  return a.length - b.length;
}

function parseEach(op: string, value: Value, known: readonly string[]): readonly Value[] | undefined {
  if (value.type !== 'object' || !value.value.has('$each')) return undefined;
  for (const clause of value.value.fields.keys()) {
    if (!known.includes(clause)) throw badValue(`Unrecognized clause in ${op}: ${clause}`);
  }
  const each = value.value.get('$each');
  if (each?.type !== 'array')
    throw badValue(`The argument to $each in ${op} must be an array but it was of type: ${each?.type}`);
  return each.value;
}

function parsePush(value: Value): Change {
  const items = parseEach('$push', value, ['$each', '$slice', '$sort', '$position']);
  if (!items || value.type !== 'object')
    return { op: '$push', items: [value], position: undefined, slice: undefined, sort: undefined };
  const [position, slice, sort] = [value.value.get('$position'), value.value.get('$slice'), value.value.get('$sort')];
  return {
    op: '$push',
    items,
    position: position && wholeNumber('$position', position),
    slice: slice && wholeNumber('$slice', slice),
    sort: sort && parseArraySort(sort),
  };
}

function parseArraySort(value: Value): ArraySort {
  if (value.type === 'object') {
    if (value.value.size === 0) throw badValue('$sort pattern is empty');
    return parseSort(value) ?? 1;
  }
  const order = isNumber(value) ? wholeNumber('$sort', value) : 0;
  if (order !== 1 && order !== -1) throw badValue('The $sort element value must be either 1 or -1');
  return order;
}

function parsePull(value: Value): PullFilter {
  if (value.type === 'regex') {
    const test = { kind: 'regex', pattern: compilePattern(value.pattern, value.flags) } as const;
    return { kind: 'value', filter: { kind: 'at', path: [''], test } };
  }
  if (value.type !== 'object') return { kind: 'equal', value };
  if (isOperators(value)) return { kind: 'value', filter: parseOperators([''], value.value) };
  return { kind: 'document', filter: parseFilter(value.value) };
}

function parseCurrentDate(value: Value, name: string): Change {
  if (value.type === 'bool') return { op: '$currentDate', as: 'date' };
  const type = value.type === 'object' && value.value.size === 1 ? value.value.get('$type') : undefined;
  if (type?.type === 'string' && (type.value === 'date' || type.value === 'timestamp'))
    return { op: '$currentDate', as: type.value };
  throw badValue(
    `The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {${name}: {$type: 'date'}}}`,
  );
}
