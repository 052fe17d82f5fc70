import { docOf } from './build.ts';
import type { Doc, Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { type Filter, parseFilter } from './filter.ts';
import { isTruthy, toNumber } from './scalars.ts';

/** What an index is told to be. */
export interface IndexSpec {
  readonly name: string;
  readonly key: Doc;
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: Doc | undefined;
  readonly expireAfterSeconds: number | undefined;
}

/** The longest time to live that MongoDB takes. */
const MAX_EXPIRE = 2147483647;

/** Reads one entry of `createIndexes`, refusing every kind and option that is not in the subset. */
export function parseIndexSpec(spec: Doc): IndexSpec {
  const key = spec.get('key');
  const name = spec.get('name');
  if (key?.type !== 'object')
    throw new MongoError(9, "The 'key' field is a required property of an index specification");
  if (name?.type !== 'string' || name.value === '')
    throw new MongoError(9, "The 'name' field is a required property of an index specification");
  for (const [option, value] of spec.fields) checkOption(option, value);
  const partial = spec.get('partialFilterExpression');
  if (partial !== undefined && partial.type !== 'object')
    throw new MongoError(14, 'partialFilterExpression must be an object');
  const sparse = isTruthy(spec.get('sparse'));
  if (partial !== undefined && sparse)
    throw new MongoError(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  if (partial !== undefined) checkPartial(parseFilter(partial.value));
  checkKey(key.value);
  return {
    name: name.value,
    key: key.value,
    unique: isTruthy(spec.get('unique')),
    sparse,
    partial: partial?.value,
    expireAfterSeconds: parseExpire(spec.get('expireAfterSeconds'), key.value),
  };
}

/** The specification as `listIndexes` shows it. */
export function showIndexSpec(spec: IndexSpec): Doc {
  return docOf({
    v: 2,
    key: spec.key,
    name: spec.name,
    unique: spec.unique || undefined,
    sparse: spec.sparse || undefined,
    partialFilterExpression: spec.partial,
    expireAfterSeconds: spec.expireAfterSeconds,
  });
}

/** The fields of a key pattern, or of a sort, with their directions. */
export function keyFields(key: Doc): readonly (readonly [string, 1 | -1])[] {
  return [...key.fields].map(([field, value]) => [field, (toNumber(value) ?? 1) < 0 ? -1 : 1]);
}

function checkOption(option: string, value: Value): void {
  switch (option) {
    case 'key':
    case 'name':
    case 'unique':
    case 'sparse':
    case 'partialFilterExpression':
    case 'expireAfterSeconds':
    case 'background':
    case 'ns':
      return;
    case 'v':
      if (toNumber(value) === 2) return;
      throw refuse(67, `The index version ${toNumber(value)}`);
    case 'collation': {
      const locale = value.type === 'object' ? value.value.get('locale') : undefined;
      if (locale?.type === 'string' && locale.value === 'simple') return;
      throw refuse(67, 'The index option collation');
    }
    case 'hidden':
      if (!isTruthy(value)) return;
      throw refuse(67, 'The index option hidden');
    default:
      throw refuse(197, `The index option ${option}`);
  }
}

function checkKey(key: Doc): void {
  if (key.size === 0) throw new MongoError(67, 'Index keys cannot be an empty object');
  if (key.size > 32) throw new MongoError(13103, 'Index key pattern has too many fields');
  for (const [field, value] of key.fields) {
    if (value.type === 'string') throw refuse(67, `The index kind ${value.value}`);
    const direction = toNumber(value);
    if (direction === undefined || direction === 0 || Number.isNaN(direction)) {
      throw new MongoError(67, `Values in v:2 index key pattern must be numbers greater or less than 0: ${field}`);
    }
    if (field.includes('$')) throw refuse(67, `The index on ${field}`);
    if (field.split('.').includes('')) throw new MongoError(67, 'Index keys cannot contain an empty field');
  }
}

function checkPartial(filter: Filter): void {
  if (filter.kind === 'and') {
    filter.of.forEach(checkPartial);
    return;
  }
  if (filter.kind !== 'at') throw refuse(67, 'An operator other than $and in partialFilterExpression');
  const { kind } = filter.test;
  if (kind !== 'compare' && kind !== 'exists' && kind !== 'type')
    throw refuse(67, `The operator ${kind} in partialFilterExpression`);
}

function parseExpire(value: Value | undefined, key: Doc): number | undefined {
  if (value === undefined) return undefined;
  const seconds = toNumber(value);
  if (seconds === undefined) throw new MongoError(67, 'expireAfterSeconds must be a number');
  if (!(seconds >= 0 && seconds <= MAX_EXPIRE))
    throw new MongoError(
      67,
      `TTL index 'expireAfterSeconds' option must be within an acceptable range, 0 to ${MAX_EXPIRE}`,
    );
  if (key.size > 1)
    throw new MongoError(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL');
  if (key.has('_id'))
    throw new MongoError(197, "The field 'expireAfterSeconds' is not valid for an _id index specification");
  return Math.trunc(seconds);
}

/** The specification of the index that every collection has. */
export const ID_INDEX: IndexSpec = {
  name: '_id_',
  key: docOf({ _id: 1 }),
  unique: false,
  sparse: false,
  partial: undefined,
  expireAfterSeconds: undefined,
};
