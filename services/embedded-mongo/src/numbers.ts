import type { NumberValue, Value } from './bson.ts';
import { fail, refuse } from './errors.ts';

/** Whether a value is of a number type. Refuses decimals, which are only kept: all that compares or computes asks here. */
export function isNumber(value: Value): value is NumberValue {
  if (value.type === 'decimal') refuse(2, 'To compare or compute with a decimal');
  return value.type === 'int' || value.type === 'double' || value.type === 'long';
}

/** The nearest double of a number, or `undefined` for any other value. */
export function toNumber(value: Value): number | undefined {
  return isNumber(value) ? Number(value.value) : undefined;
}

/** A whole number of any number type, or an error that names what wanted it. */
export function wholeNumber(name: string, value: Value): number {
  const number = toNumber(value);
  if (number === undefined) fail(14, `${name} must be a number`);
  if (!Number.isSafeInteger(number)) fail(2, `Expected an integer for ${name}: ${number}`);
  return number;
}

/** What MongoDB takes for true: everything but false, null and zero. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value.type === 'null') return false;
  return value.type === 'bool' ? value.value : toNumber(value) !== 0;
}

/** The sum as `$inc` gives it: the wider of the two types, int32 growing to int64; `undefined` when an int64 overflows. */
export function add(a: NumberValue, b: NumberValue): NumberValue | undefined {
  if (a.type === 'double' || b.type === 'double') return { type: 'double', value: Number(a.value) + Number(b.value) };
  return wholeSum(BigInt(a.value) + BigInt(b.value), a.type === 'int' && b.type === 'int');
}

/** Adds numbers as `$sum` and `$avg` do: whole numbers exactly, doubles without losing the small ones among them. */
export function sum(values: readonly NumberValue[]): { readonly total: NumberValue; readonly double: number } {
  let [whole, total, lost] = [0n, 0, 0];
  const add = (value: number) => {
    const next = total + value;
    lost += Math.abs(total) < Math.abs(value) ? value - next + total : total - next + value;
    total = next;
  };
  for (const value of values) {
    if (value.type === 'double') add(value.value);
    else whole += BigInt(value.value);
  }
  add(Number(whole));
  add(Number(whole - BigInt(Number(whole))));
  const double = Number.isNaN(lost) ? total : total + lost;
  const has = (wanted: string) => values.some(({ type }) => type === wanted);
  const exact = has('double') ? undefined : wholeSum(whole, !has('long'));
  return { total: exact ?? { type: 'double', value: double }, double };
}

function wholeSum(value: bigint, mayBeInt: boolean): NumberValue | undefined {
  if (mayBeInt && BigInt.asIntN(32, value) === value) return { type: 'int', value: Number(value) };
  return BigInt.asIntN(64, value) === value ? { type: 'long', value } : undefined;
}

/** The most bytes that a number's key takes. */
export const MAX_NUMBER_KEY = 11;

/**
 * Writes a number so that bytes compare like values, whatever their types: the largest double that is not above it, then 0 when it is
 * that double, or else 1 and the last bits of a long. NaN is below every number; the two zeros are one. Returns the end.
 */
export function writeNumberKey({ value }: NumberValue, out: Buffer, at: number): number {
  const double = Number(value);
  out.writeDoubleBE(double === 0 ? 0 : double, at);
  const first = out.readUInt8(at);
  if (Number.isNaN(double)) out.fill(0, at, at + 8);
  else if (first < 0x80) out[at] = first | 0x80;
  else for (let index = at; index < at + 8; index += 1) out[index] = ~out.readUInt8(index);
  const beyond = typeof value === 'bigint' ? value - BigInt(double) : 0n;
  out[at + 8] = beyond === 0n ? 0 : 1;
  if (beyond === 0n) return at + 9;
  if (beyond < 0n) out.writeBigUInt64BE(out.readBigUInt64BE(at) - 1n, at);
  // Doubles of this size are at most 1024 apart, and multiples of what they are apart.
  out.writeUInt16BE(Number(BigInt.asUintN(10, BigInt(value))), at + 9);
  return at + 11;
}
