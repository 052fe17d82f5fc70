import { type Doc, docOf, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { conjuncts, parseFilter, type Test } from './matcher.ts';
import { isTruthy, toNumber, wholeNumber } from './numbers.ts';

/** What an index is told to be. */
export interface IndexSpec {
  readonly name: string;
  readonly key: Doc;
  readonly unique?: true | undefined;
  readonly sparse?: true | undefined;
  readonly partial?: Doc | undefined;
  readonly expireAfterSeconds?: number | undefined;
}

/** The index that every collection has. */
export const ID_INDEX: IndexSpec = { name: '_id_', key: docOf({ _id: 1 }) };

const OPTIONS = 'key name unique sparse partialFilterExpression expireAfterSeconds background v'.split(' ');
const MAX_EXPIRE = 2147483647;

/** Reads one entry of `createIndexes`, refusing every kind and option that is not in the subset. */
export function parseIndexSpec(spec: Doc): IndexSpec {
  const isKnown = ([name, value]: readonly [string, Value]) =>
    OPTIONS.includes(name) && (name !== 'v' || toNumber(value) === 2);
  const unknown = [...spec.fields].find((option) => !isKnown(option));
  if (unknown) refuse(197, `The index option ${unknown[0]}`);
  const [key, name, partial] = [spec.get('key'), spec.get('name'), spec.get('partialFilterExpression')];
  if (key?.type !== 'object' || name?.type !== 'string') fail(9, "An index specification needs a 'key' and a 'name'");
  if (partial && partial.type !== 'object') fail(14, 'partialFilterExpression must be an object');
  const flag = (option: string) => isTruthy(spec.get(option)) || undefined;
  checkKey(key.value);
  if (partial) checkPartial(partial.value);
  if (partial && flag('sparse')) fail(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  const expireAfterSeconds = parseExpire(key.value, spec.get('expireAfterSeconds'));
  const [unique, sparse] = [flag('unique'), flag('sparse')];
  return { name: name.value, key: key.value, unique, sparse, partial: partial?.value, expireAfterSeconds };
}

/** The specification as `listIndexes` shows it. */
export function showIndexSpec({ key, name, unique, sparse, partial, expireAfterSeconds }: IndexSpec): Doc {
  return docOf({ v: 2, key, name, unique, sparse, partialFilterExpression: partial, expireAfterSeconds });
}

/** The fields of a key pattern with their directions. */
export function keyFields(key: Doc): readonly (readonly [string, 1 | -1])[] {
  return [...key.fields].map(([field, value]) => [field, (toNumber(value) ?? 1) < 0 ? -1 : 1]);
}

/** What two key patterns share when they are the same one. */
export function keyText(key: Doc): string {
  return JSON.stringify(keyFields(key));
}

function parseExpire(key: Doc, value: Value | undefined): number | undefined {
  const seconds = value && wholeNumber('expireAfterSeconds', value);
  if (seconds === undefined) return undefined;
  if (seconds < 0 || seconds > MAX_EXPIRE) fail(67, `expireAfterSeconds must be between 0 and ${MAX_EXPIRE}`);
  if (key.fields.size > 1 || key.get('_id')) fail(67, 'TTL indexes are single-field indexes, and not on _id');
  return seconds;
}

function checkKey(key: Doc): void {
  if (key.fields.size === 0 || key.fields.size > 32) fail(67, 'An index has between 1 and 32 fields');
  for (const [field, value] of key.fields) {
    if (value.type === 'string') refuse(67, `The index kind ${value.value}`);
    if (field.includes('$')) refuse(67, `The index on ${field}`);
    if (!toNumber(value) || field.split('.').includes(''))
      fail(67, `The index on '${field}' needs a direction and a name`);
  }
}

/** MongoDB takes comparisons, `$exists: true` and `$type` only, joined by `$and`: what tells an index where its documents stand. */
function checkPartial(partial: Doc): void {
  const parts = conjuncts(parseFilter(partial));
  const says = (test: Test) => !test.element && (test.isExists || (test.intervals && !test.whole));
  const isFine = parts.every((part) => part.kind === 'at' && says(part.test));
  if (!isFine) refuse(67, 'Anything but comparisons, $exists: true, $type and $and in partialFilterExpression');
}
