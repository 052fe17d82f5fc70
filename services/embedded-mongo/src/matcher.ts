import { Doc, type Value } from './document.ts';
import type { Filter, Test } from './filter.ts';
import { compareValues, isEqual, isNaNValue, isSameBracket } from './order.ts';
import { anyAt } from './paths.ts';

/** Whether a document matches a filter, by MongoDB's rules. */
export function matches(filter: Filter, doc: Doc): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((part) => matches(part, doc));
    case 'or':
      return filter.of.some((part) => matches(part, doc));
    case 'not':
      return !matches(filter.of, doc);
    case 'at':
      return anyAt(doc, filter.path, isAboutWhole(filter.test) ? 'whole' : 'each', (value) =>
        passes(filter.test, value),
      );
  }
}

/** Whether one array element matches conditions that carry no path of their own, as in `$elemMatch` and `$pull` with operators. */
export function matchesElement(filter: Filter, element: Value): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.of.every((part) => matchesElement(part, element));
    case 'or':
      return filter.of.some((part) => matchesElement(part, element));
    case 'not':
      return !matchesElement(filter.of, element);
    case 'at':
      return passes(filter.test, element);
  }
}

/** Whether `value` passes one comparison; `undefined` stands for a field that is not there. */
export function passes(test: Test, value: Value | undefined): boolean {
  switch (test.kind) {
    case 'compare':
      return compares(test.op, test.value, value);
    case 'in':
      return test.values.some((one) => compares('eq', one, value)) || test.patterns.some((one) => passes(one, value));
    case 'regex':
      if (value?.type === 'string') return test.pattern.test(value.value);
      return value?.type === 'regex' && value.pattern === test.pattern.source && value.flags === test.pattern.flags;
    case 'exists':
      return value !== undefined;
    case 'type':
      return value !== undefined && test.types.has(value.type);
    case 'size':
      return value?.type === 'array' && value.value.length === test.size;
    case 'elemMatchValue':
      return value?.type === 'array' && value.value.some((item) => matchesElement(test.of, item));
    case 'elemMatchObject':
      return value?.type === 'array' && value.value.some((item) => matchesAsDocument(test.of, item));
  }
}

/** Tests that look at an array as such, and not at its elements one by one. */
function isAboutWhole(test: Test): boolean {
  return (
    test.kind === 'exists' || test.kind === 'size' || test.kind === 'elemMatchValue' || test.kind === 'elemMatchObject'
  );
}

function matchesAsDocument(filter: Filter, item: Value): boolean {
  if (item.type === 'object') return matches(filter, item.value);
  if (item.type !== 'array') return false;
  return matches(filter, Doc.of(new Map(item.value.map((inner, index) => [String(index), inner]))));
}

function compares(op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte', wanted: Value, found: Value | undefined): boolean {
  const allowsEqual = op === 'eq' || op === 'lte' || op === 'gte';
  if (found === undefined) {
    if (wanted.type === 'null') return allowsEqual;
    return (
      (wanted.type === 'maxKey' && (op === 'lt' || op === 'lte')) ||
      (wanted.type === 'minKey' && (op === 'gt' || op === 'gte'))
    );
  }
  if (op === 'eq') return isEqual(wanted, found);
  if (!isSameBracket(wanted, found)) {
    return (
      (wanted.type === 'maxKey' && (op === 'lt' || op === 'lte')) ||
      (wanted.type === 'minKey' && (op === 'gt' || op === 'gte'))
    );
  }
  if (isNaNValue(wanted) || isNaNValue(found)) return allowsEqual && isNaNValue(wanted) && isNaNValue(found);
  const order = compareValues(found, wanted);
  if (order === 0) return allowsEqual;
  return order < 0 ? op === 'lt' || op === 'lte' : op === 'gt' || op === 'gte';
}
