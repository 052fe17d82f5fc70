import type { NumberValue, Value } from './bson.ts';
import { fail, refuse } from './errors.ts';

/** Returns whether a value is a number. Throws on decimals: they are stored, but cannot be compared or computed with. */
export function isNumber(value: Value): value is NumberValue {
  if (value.type === 'decimal') refuse(2, 'To compare or compute with a decimal');
  return value.type === 'int' || value.type === 'double' || value.type === 'long';
}

/** Returns the nearest double of a number, `undefined` for other values. */
export function toNumber(value: Value): number | undefined {
  return isNumber(value) ? Number(value.value) : undefined;
}

/** Returns an integer of any number type. Throws if the value is none; `name` is for the message. */
export function wholeNumber(name: string, value: Value): number {
  const number = toNumber(value);
  if (number === undefined) fail(14, `${name} must be a number`);
  if (!Number.isSafeInteger(number)) fail(2, `Expected an integer for ${name}: ${number}`);
  return number;
}

/** Returns whether MongoDB takes a value as true: not missing, false, null or zero. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value.type === 'null') return false;
  return value.type === 'bool' ? value.value : toNumber(value) !== 0;
}

/** Returns the sum in the wider of the two types, as `$inc` does: int32 grows to int64. `undefined` if an int64 overflows. */
export function add(a: NumberValue, b: NumberValue): NumberValue | undefined {
  if (a.type === 'double' || b.type === 'double') return { type: 'double', value: Number(a.value) + Number(b.value) };
  return wholeSum(BigInt(a.value) + BigInt(b.value), a.type === 'int' && b.type === 'int');
}

/** Adds numbers as `$sum` does: integers exactly, doubles with compensation for rounding errors. */
export function sum(values: readonly NumberValue[]): NumberValue {
  let [integers, total, compensation] = [0n, 0, 0];
  const add = (value: number) => {
    const next = total + value;
    compensation += Math.abs(total) < Math.abs(value) ? value - next + total : total - next + value;
    total = next;
  };
  for (const value of values) {
    if (value.type === 'double') add(value.value);
    else integers += BigInt(value.value);
  }
  add(Number(integers));
  add(Number(integers - BigInt(Number(integers))));
  const double = Number.isNaN(compensation) ? total : total + compensation;
  const has = (type: string) => values.some((value) => value.type === type);
  const exact = has('double') ? undefined : wholeSum(integers, !has('long'));
  return exact ?? { type: 'double', value: double };
}

function wholeSum(value: bigint, mayBeInt: boolean): NumberValue | undefined {
  if (mayBeInt && BigInt.asIntN(32, value) === value) return { type: 'int', value: Number(value) };
  return BigInt.asIntN(64, value) === value ? { type: 'long', value } : undefined;
}

/** The longest key of a number. */
export const MAX_NUMBER_KEY_BYTES = 11;

/**
 * Writes a number so that keys of all number types compare by value: the largest double that is not greater, then 0 if it is equal, or else
 * 1 and the last bits of the long. NaN is below all numbers, and -0 equals 0. Returns the end offset.
 */
export function writeNumberKey({ value }: NumberValue, out: Buffer, at: number): number {
  const double = Number(value);
  out.writeDoubleBE(double === 0 ? 0 : double, at);
  const first = out.readUInt8(at);
  if (Number.isNaN(double)) out.fill(0, at, at + 8);
  else if (first < 0x80) out[at] = first | 0x80;
  else for (let index = at; index < at + 8; index += 1) out[index] = ~out.readUInt8(index);
  const remainder = typeof value === 'bigint' ? value - BigInt(double) : 0n;
  out[at + 8] = remainder === 0n ? 0 : 1;
  if (remainder === 0n) return at + 9;
  if (remainder < 0n) out.writeBigUInt64BE(out.readBigUInt64BE(at) - 1n, at);
  // Doubles of this size are multiples of 1024 or less, so 10 bits tell the longs between two of them apart.
  out.writeUInt16BE(Number(BigInt.asUintN(10, BigInt(value))), at + 9);
  return at + 11;
}
