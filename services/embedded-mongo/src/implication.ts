import { type Predicate, predicates } from './bounds.ts';
import type { Filter, Test } from './filter.ts';
import type { Index } from './indexes.ts';
import { passes } from './matcher.ts';
import { compareValues, isEqual, isSameBracket } from './order.ts';

/** Whether every document that matches the filter is in the index, however sparse or partial that is. */
export function coversAll(index: Index, filter: Filter): boolean {
  if (index.spec.sparse)
    return predicates(filter).some(({ path, test }) => index.fields.includes(path) && impliesPresence(test));
  return index.partial === undefined || implies(filter, index.partial);
}

/** Whether every match of `filter` is a match of `wanted`. It may say no where it is so, never yes where it is not. */
function implies(filter: Filter, wanted: Filter): boolean {
  if (wanted.kind === 'and') return wanted.of.every((part) => implies(filter, part));
  if (wanted.kind !== 'at') return false;
  const path = wanted.path.join('.');
  return predicates(filter).some((one: Predicate) => one.path === path && testImplies(one.test, wanted.test));
}

function testImplies(given: Test, wanted: Test): boolean {
  if (wanted.kind === 'exists') return impliesPresence(given);
  if (given.kind === 'in')
    return (
      given.patterns.length === 0 && given.values.every((value) => value.type !== 'array' && passes(wanted, value))
    );
  if (given.kind === 'type' && wanted.kind === 'type') return [...given.types].every((type) => wanted.types.has(type));
  if (given.kind !== 'compare' || given.value.type === 'array') return false;
  if (given.op === 'eq')
    return given.value.type === 'null'
      ? wanted.kind === 'compare' && wanted.value.type === 'null' && passes(wanted, given.value)
      : passes(wanted, given.value);
  if (wanted.kind !== 'compare' || !isSameBracket(given.value, wanted.value)) return false;
  if (given.op === wanted.op && isEqual(given.value, wanted.value)) return true;
  const order = compareValues(given.value, wanted.value);
  const isBelow = (op: string) => op === 'lt' || op === 'lte';
  if (isBelow(given.op) !== isBelow(wanted.op) || wanted.op === 'eq') return false;
  if (order === 0) return given.op === 'lt' || given.op === 'gt';
  return isBelow(given.op) ? order < 0 : order > 0;
}

/** Whether a match must have the field. */
function impliesPresence(test: Test): boolean {
  if (test.kind === 'compare')
    return test.value.type !== 'null' && test.value.type !== 'minKey' && test.value.type !== 'maxKey';
  if (test.kind === 'in') return test.values.every((value) => value.type !== 'null');
  return true;
}
