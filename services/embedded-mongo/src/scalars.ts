import { decimalText, readDecimal } from './decimal.ts';
import type { Value } from './document.ts';
import { badValue, MongoError } from './errors.ts';

/** What MongoDB takes for true: everything but false, null and zero. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value.type === 'null') return false;
  if (value.type === 'bool') return value.value;
  const number = toNumber(value);
  return number !== 0;
}

/** The nearest double of a number, or `undefined` for any other value. */
export function toNumber(value: Value): number | undefined {
  if (value.type === 'int' || value.type === 'double') return value.value;
  if (value.type === 'long') return Number(value.value);
  if (value.type !== 'decimal') return undefined;
  const decimal = readDecimal(value.value);
  if (decimal.kind === 'finite') return Number(decimalText(decimal));
  return decimal.kind === 'nan' ? Number.NaN : decimal.negative ? -Infinity : Infinity;
}

/** A whole number of any number type, or an error that names what wanted it. */
export function wholeNumber(name: string, value: Value): number {
  const number = toNumber(value);
  if (number === undefined) throw new MongoError(14, `${name} must be a number`);
  if (!Number.isSafeInteger(number)) throw badValue(`Expected an integer for ${name}: ${number}`);
  return number;
}

/** A value as MongoDB's messages show it. */
export function show(value: Value | undefined): string {
  if (value === undefined) return 'EOO';
  switch (value.type) {
    case 'int':
    case 'long':
    case 'bool':
      return String(value.value);
    case 'double':
      return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
    case 'string':
      return JSON.stringify(value.value);
    case 'objectId':
      return `ObjectId('${value.value.toString('hex')}')`;
    case 'date':
      return `new Date(${value.value})`;
    case 'object':
      return `{ ${[...value.value.fields].map(([name, inner]) => `${name}: ${show(inner)}`).join(', ')} }`;
    case 'array':
      return `[ ${value.value.map(show).join(', ')} ]`;
    default:
      return value.type;
  }
}
