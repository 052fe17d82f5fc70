import { Sum } from './arithmetic.ts';
import { type Doc, NULL, type Value } from './document.ts';
import { MongoError, refuse } from './errors.ts';
import { type Expression, parseExpression } from './expressions.ts';
import { encodeKey } from './keys.ts';
import { isNumber } from './number-key.ts';
import { compareValues } from './order.ts';

/** Takes in one value after the other and has a result at the end. */
export interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

/** One field of `$group`: what it takes from each document, and what it makes of that. */
export interface AccumulatorSpec {
  readonly input: Expression;
  readonly create: () => Accumulator;
}

/** Parses `{$sum: '$a'}` and its kin, refusing every accumulator that is not in the subset. */
export function parseAccumulator(field: string, spec: Value): AccumulatorSpec {
  const [entry] = spec.type === 'object' ? spec.value.fields : [];
  if (spec.type !== 'object' || !entry)
    throw new MongoError(40234, `The field '${field}' must be an accumulator object`);
  if (spec.value.size !== 1) throw new MongoError(40238, `The field '${field}' must specify one accumulator`);
  const [operator, argument] = entry;
  const create = ACCUMULATORS[operator];
  if (!create) throw refuse(15952, `unknown group operator '${operator}'`);
  if (argument.type === 'array') throw new MongoError(40237, `The ${operator} accumulator is a unary operator`);
  if (operator !== '$count') return { input: parseExpression(argument), create };
  if (argument.type !== 'object' || argument.value.size > 0)
    throw new MongoError(9, '$count takes no arguments, i.e. $count:{}');
  return { input: () => ({ type: 'int', value: 1 }), create };
}

const ACCUMULATORS: Readonly<Record<string, () => Accumulator>> = {
  $sum: sum,
  $count: sum,
  $avg: average,
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: first,
  $last: last,
  $push: () => list((items, value) => items.push(value)),
  $addToSet: addToSet,
};

function sum(): Accumulator {
  const total = new Sum();
  return { add: (value) => value && isNumber(value) && total.add(value), result: () => total.total() };
}

function average(): Accumulator {
  const total = new Sum();
  return {
    add: (value) => value && isNumber(value) && total.add(value),
    result: () => (total.count === 0 ? NULL : { type: 'double', value: total.average() }),
  };
}

function extreme(sign: 1 | -1): Accumulator {
  let best: Value | undefined;
  return {
    add(value) {
      if (value === undefined || value.type === 'null') return;
      if (best === undefined || sign * compareValues(value, best) > 0) best = value;
    },
    result: () => best ?? NULL,
  };
}

function first(): Accumulator {
  let found: Value | undefined;
  let isFirst = true;
  return {
    add(value) {
      if (isFirst) found = value;
      isFirst = false;
    },
    result: () => found ?? NULL,
  };
}

function last(): Accumulator {
  let found: Value | undefined;
  return {
    add(value) {
      found = value;
    },
    result: () => found ?? NULL,
  };
}

function list(take: (items: Value[], value: Value) => void): Accumulator {
  const items: Value[] = [];
  return { add: (value) => value && take(items, value), result: () => ({ type: 'array', value: items }) };
}

function addToSet(): Accumulator {
  const seen = new Set<string>();
  return list((items, value) => {
    const key = encodeKey(value).toString('latin1');
    if (!seen.has(key)) items.push(value);
    seen.add(key);
  });
}

/** The groups of `$group`, in the order in which their first documents came. */
export function* group(
  docs: Iterable<Doc>,
  id: Expression,
  fields: ReadonlyMap<string, AccumulatorSpec>,
): Generator<readonly [Value, ReadonlyMap<string, Accumulator>]> {
  const groups = new Map<string, readonly [Value, ReadonlyMap<string, Accumulator>]>();
  for (const doc of docs) {
    const key = id(doc) ?? NULL;
    const name = encodeKey(key).toString('latin1');
    let found = groups.get(name);
    if (!found) {
      found = [key, new Map([...fields].map(([field, spec]) => [field, spec.create()]))];
      groups.set(name, found);
    }
    for (const [field, spec] of fields) found[1].get(field)?.add(spec.input(doc));
  }
  yield* groups.values();
}
