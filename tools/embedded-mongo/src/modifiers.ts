import { Doc, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { compareValues, isEqual } from './keys.ts';
import { isOperators, matches, parseField, parseFilter } from './matcher.ts';
import { add, isNumber, wholeNumber } from './numbers.ts';
import { parseSort, sortKey } from './sorter.ts';

/** A parsed update operator. */
export interface Modifier {
  /** Returns the new value at its path: the same value for no change, `undefined` for no field. */
  readonly modify: (old: Value | undefined, now: Date) => Value | undefined;
  /** Changes existing fields only. */
  readonly isForExisting?: boolean;
  readonly isForInserts?: boolean;
  /** Only adds to the end of an array. */
  readonly appends?: boolean;
}

/** Parsers of the update operators in the subset. `name` is the field, for messages. */
export const MODIFIERS: Readonly<Record<string, (argument: Value, name: string) => Modifier>> = {
  $set: (value) => ({ modify: () => value }),
  $setOnInsert: (value) => ({ modify: () => value, isForInserts: true }),
  $unset: () => ({ modify: () => undefined, isForExisting: true }),
  $max: (value) => ({ modify: (old) => (old === undefined || compareValues(value, old) > 0 ? value : old) }),
  $inc(by, name) {
    if (!isNumber(by)) fail(14, `Cannot increment with non-numeric argument: {${name}: ${by.type}}`);
    const modify = (old: Value | undefined) => {
      if (old === undefined) return by;
      if (!isNumber(old)) fail(14, `Cannot apply $inc to a value of non-numeric type ${old.type}: '${name}'`);
      const sum = add(old, by);
      if (!sum) fail(2, `Failed to apply $inc operations to current value of '${name}': beyond int64`);
      return sum;
    };
    return { modify };
  },
  $push(argument, name) {
    const { items, clauses } = eachOf('$push', argument, ['$slice', '$sort']);
    const [slice, sort] = [clauses.get('$slice'), clauses.get('$sort')];
    const maxLength = slice && wholeNumber('$slice', slice);
    const order = sort && arrayOrder(sort);
    const modify = (old: Value | undefined) => {
      let list = [...itemsOf('$push', name, old), ...items];
      if (order) list = order(list);
      if (maxLength !== undefined) list = maxLength < 0 ? list.slice(maxLength) : list.slice(0, maxLength);
      return { type: 'array', value: list } as const;
    };
    return { modify, appends: !order && maxLength === undefined };
  },
  $addToSet(argument, name) {
    const { items } = eachOf('$addToSet', argument, []);
    const modify = (old: Value | undefined) => {
      const list = [...itemsOf('$addToSet', name, old)];
      for (const item of items) if (!list.some((other) => isEqual(other, item))) list.push(item);
      return { type: 'array', value: list } as const;
    };
    return { modify };
  },
  $pull(argument, name) {
    const isPulled = pullCondition(argument);
    const remaining = (old: Value) => itemsOf('$pull', name, old).filter((item) => !isPulled(item));
    return { modify: (old) => old && { type: 'array', value: remaining(old) }, isForExisting: true };
  },
  $currentDate(argument, name) {
    const kind = argument.type === 'object' ? argument.value.get('$type') : argument;
    const isDate = kind?.type === 'bool' || (kind?.type === 'string' && kind.value === 'date');
    if (!isDate) refuse(2, `$currentDate of '${name}' as anything but a date`);
    return { modify: (_, now) => ({ type: 'date', value: BigInt(now.getTime()) }) };
  },
};

function itemsOf(operator: string, name: string, old: Value | undefined): readonly Value[] {
  if (old === undefined) return [];
  if (old.type === 'array') return old.value;
  fail(2, `${operator}: the field '${name}' must be an array but is of type ${old.type}`);
}

function eachOf(operator: string, argument: Value, allowed: readonly string[]) {
  const each = argument.type === 'object' ? argument.value.get('$each') : undefined;
  if (argument.type !== 'object' || !each) return { items: [argument], clauses: Doc.EMPTY };
  const clauses = argument.value.with('$each', undefined);
  const unknown = [...clauses.fields.keys()].find((clause) => !allowed.includes(clause));
  if (unknown !== undefined) fail(2, `Unrecognized clause in ${operator}: ${unknown}`);
  if (each.type !== 'array') fail(2, `The argument to $each in ${operator} must be an array`);
  return { items: each.value, clauses };
}

/** Returns the sort of `$push`: by value, or by the fields of documents. */
function arrayOrder(sort: Value): (items: readonly Value[]) => Value[] {
  const spec = sort.type === 'object' ? parseSort(sort) : undefined;
  if (spec) {
    const keyOf = (item: Value) => sortKey(item.type === 'object' ? item.value : Doc.EMPTY, spec);
    return (items) => items.toSorted((a, b) => keyOf(a).compare(keyOf(b)));
  }
  const order = isNumber(sort) ? wholeNumber('$sort', sort) : 0;
  if (order !== 1 && order !== -1) fail(2, 'The $sort of $push must be 1, -1 or a document of fields');
  return (items) => items.toSorted((a, b) => order * compareValues(a, b));
}

/** Returns the condition of `$pull`: an equal value, a query on documents, or operators. */
function pullCondition(argument: Value): (item: Value) => boolean {
  if (argument.type !== 'object' && argument.type !== 'regex') return (item) => isEqual(argument, item);
  const isWhole = argument.type === 'regex' || isOperators(argument);
  const filter = isWhole ? parseField([''], argument) : parseFilter(argument.value);
  if (isWhole) return (item) => matches(filter, Doc.of([['', item]]));
  return (item) => item.type === 'object' && matches(filter, item.value);
}
