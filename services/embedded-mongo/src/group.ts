import { Doc, NULL, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';
import { type Expression, parseExpression } from './expressions.ts';
import { compareValues, encodeKey } from './keys.ts';
import { isNumber, sum } from './numbers.ts';

/** What an accumulator makes of the values of a group, in their order. */
type Finish = (values: readonly (Value | undefined)[]) => Value;

const ACCUMULATORS: Readonly<Record<string, Finish>> = {
  $sum: (values) => sum(numbers(values)).total,
  $count: (values) => sum(numbers(values)).total,
  $avg(values) {
    const all = numbers(values);
    return all.length === 0 ? NULL : { type: 'double', value: sum(all).double / all.length };
  },
  $min: (values) => extreme(values, -1),
  $max: (values) => extreme(values, 1),
  $first: (values) => values[0] ?? NULL,
  $last: (values) => values.at(-1) ?? NULL,
  $push: (values) => ({ type: 'array', value: there(values) }),
  $addToSet: (values) => ({
    type: 'array',
    value: [...new Map(there(values).map((one) => [nameOf(one), one])).values()],
  }),
};

function there(values: readonly (Value | undefined)[]): readonly Value[] {
  return values.filter((value) => value !== undefined);
}

function numbers(values: readonly (Value | undefined)[]) {
  return there(values).filter(isNumber);
}

function extreme(values: readonly (Value | undefined)[], sign: 1 | -1): Value {
  const all = there(values).filter(({ type }) => type !== 'null');
  return all.length === 0 ? NULL : all.reduce((best, value) => (sign * compareValues(value, best) > 0 ? value : best));
}

/** A name that equal values share. */
function nameOf(value: Value): string {
  return encodeKey(value).toString('latin1');
}

/** Parses `$group`, refusing every accumulator that is not in the subset. */
export function parseGroup(value: Value): (docs: Iterable<Doc>) => Iterable<Doc> {
  const idSpec = value.type === 'object' ? value.value.get('_id') : undefined;
  if (value.type !== 'object' || !idSpec) fail(15955, 'a group specification must include an _id');
  const id = parseExpression(idSpec);
  const fields = [...value.value.without('_id').fields].map(([name, spec]) => {
    if (name.includes('.') || name.startsWith('$')) fail(40235, `The field name '${name}' of $group must be plain`);
    return { name, ...parseAccumulator(name, spec) };
  });
  return function* group(docs) {
    const groups = new Map<string, { readonly key: Value; readonly inputs: readonly (Value | undefined)[][] }>();
    for (const doc of docs) {
      const key = id(doc) ?? NULL;
      const name = nameOf(key);
      const found = groups.get(name) ?? { key, inputs: fields.map(() => []) };
      groups.set(name, found);
      for (const [slot, { input }] of fields.entries()) found.inputs[slot]?.push(input(doc));
    }
    for (const { key, inputs } of groups.values()) {
      const results = fields.map(({ name, finish }, slot) => [name, finish(inputs[slot] ?? [])] as const);
      yield Doc.of([['_id', key], ...results]);
    }
  };
}

function parseAccumulator(field: string, spec: Value): { readonly input: Expression; readonly finish: Finish } {
  const [entry, another] = spec.type === 'object' ? spec.value.fields : [];
  if (!entry || another) fail(40234, `The field '${field}' must be an accumulator object`);
  const [operator, argument] = entry;
  const finish = ACCUMULATORS[operator];
  if (!finish) refuse(15952, `unknown group operator '${operator}'`);
  if (argument.type === 'array') fail(40237, `The ${operator} accumulator is a unary operator`);
  if (operator !== '$count') return { input: parseExpression(argument), finish };
  const isEmpty = argument.type === 'object' && argument.value.fields.size === 0;
  if (!isEmpty) fail(9, '$count takes no arguments, i.e. $count:{}');
  return { input: () => ({ type: 'int', value: 1 }), finish };
}
