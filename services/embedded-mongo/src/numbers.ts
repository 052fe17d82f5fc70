import type { NumberValue, Value } from './bson.ts';
import { fail, refuse } from './errors.ts';

/** Whether a value is of a number type. */
export function isNumber(value: Value): value is NumberValue {
  return value.type === 'int' || value.type === 'double' || value.type === 'long' || value.type === 'decimal';
}

/** The nearest double of a number, or `undefined` for any other value. */
export function toNumber(value: Value): number | undefined {
  if (value.type === 'int' || value.type === 'double') return value.value;
  if (value.type === 'long') return Number(value.value);
  return value.type === 'decimal' ? nearestDouble(readDecimal(value.value)) : undefined;
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
  if (a.type === 'decimal' || b.type === 'decimal') refuse(2, 'Arithmetic with a decimal');
  if (a.type === 'double' || b.type === 'double') return { type: 'double', value: Number(a.value) + Number(b.value) };
  return wholeSum(BigInt(a.value) + BigInt(b.value), a.type === 'int' && b.type === 'int');
}

/** Adds numbers as `$sum` and `$avg` do: whole numbers exactly, doubles without losing the small ones among them. */
export function sum(values: readonly NumberValue[]): { readonly total: NumberValue; readonly double: number } {
  let [whole, double, lost, plain] = [0n, 0, 0, 0];
  const addDouble = (value: number) => {
    const next = double + value;
    const part = next - double;
    lost += double - (next - part) + (value - part);
    double = next;
    plain += value;
  };
  for (const value of values) {
    if (value.type === 'decimal') refuse(2, 'Arithmetic with a decimal');
    if (value.type === 'double') addDouble(value.value);
    else whole += BigInt(value.value);
  }
  addDouble(Number(whole));
  addDouble(Number(whole - BigInt(Number(whole))));
  const result = Number.isNaN(double + lost) ? plain : double + lost;
  const has = (wanted: string) => values.some(({ type }) => type === wanted);
  const exact = has('double') ? undefined : wholeSum(whole, !has('long'));
  return { total: exact ?? { type: 'double', value: result }, double: result };
}

function wholeSum(value: bigint, mayBeInt: boolean): NumberValue | undefined {
  if (mayBeInt && BigInt.asIntN(32, value) === value) return { type: 'int', value: Number(value) };
  return BigInt.asIntN(64, value) === value ? { type: 'long', value } : undefined;
}

/** `coefficient · 10^exponent`, the sign being the coefficient's; or a double that is no number. */
type Decimal = { readonly coefficient: bigint; readonly exponent: number } | number;

/** Reads the 16 bytes of the binary integer decimal encoding. */
function readDecimal(bytes: Buffer): Decimal {
  const high = bytes.readBigUInt64LE(8);
  const isNegative = high >> 63n === 1n;
  const special = (high >> 58n) & 0x1fn;
  if (special === 0x1fn) return Number.NaN;
  if (special === 0x1en) return isNegative ? -Infinity : Infinity;
  const isTooLarge = ((high >> 61n) & 3n) === 3n;
  const exponent = Number((high >> (isTooLarge ? 47n : 49n)) & 0x3fffn) - 6176;
  const digits = ((high & 0x1ffffffffffffn) << 64n) | bytes.readBigUInt64LE(0);
  const coefficient = isTooLarge || digits >= 10n ** 34n ? 0n : digits;
  return { coefficient: isNegative ? -coefficient : coefficient, exponent };
}

function nearestDouble(decimal: Decimal): number {
  return typeof decimal === 'number' ? decimal : Number(`${decimal.coefficient}E${decimal.exponent}`);
}

/** The most bytes that a number's key takes. */
export const MAX_NUMBER_KEY = 64;

/**
 * Writes a number so that bytes compare like values, whatever their types: the largest double that is not above it, then 0 when it is
 * that double, or else 1 and its exact decimal digits. NaN is below every number; the two zeros are one. Returns the end.
 */
export function writeNumberKey(value: NumberValue, out: Buffer, at: number): number {
  if (value.type !== 'long' && value.type !== 'decimal') return writeDouble(value.value, out, at);
  const isLong = value.type === 'long';
  const decimal = isLong ? { coefficient: value.value, exponent: 0 } : readDecimal(value.value);
  const nearest = nearestDouble(decimal);
  if (typeof decimal === 'number' || isSame(decimal, nearest)) return writeDouble(nearest, out, at);
  const floor = nearest === Infinity ? Number.MAX_VALUE : isBelow(decimal, nearest) ? nextDown(nearest) : nearest;
  const start = writeDouble(floor, out, at);
  out[start - 1] = 1;
  const digits = String(decimal.coefficient).replace('-', '');
  out.writeUInt16BE(decimal.exponent + digits.length + 7000, start);
  const end = start + 2 + out.write(`${digits.replace(/0+$/, '')}\0`, start + 2, 'latin1');
  if (decimal.coefficient < 0n) for (let index = start; index < end; index += 1) out[index] = ~out.readUInt8(index);
  return end;
}

function writeDouble(value: number, out: Buffer, at: number): number {
  out.writeDoubleBE(value === 0 ? 0 : value, at);
  const first = out.readUInt8(at);
  if (Number.isNaN(value)) out.fill(0, at, at + 8);
  else if (first < 0x80) out[at] = first | 0x80;
  else for (let index = at; index < at + 8; index += 1) out[index] = ~out.readUInt8(index);
  out[at + 8] = 0;
  return at + 9;
}

type Finite = Exclude<Decimal, number>;
const isSame = (decimal: Finite, double: number) => difference(decimal, double) === 0n;
const isBelow = (decimal: Finite, double: number) => difference(decimal, double) < 0n;

/** The decimal less the double, in units that both are multiples of; an infinite double is beyond everything. */
function difference({ coefficient, exponent }: Finite, double: number): bigint {
  if (!Number.isFinite(double)) return double > 0 ? -1n : 1n;
  const bits = bitsOf(double);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (biased === 0 ? 0n : 1n << 52n);
  const power = Math.max(biased, 1) - 1075;
  const left = coefficient * 10n ** BigInt(Math.max(exponent, 0)) * 2n ** BigInt(Math.max(-power, 0));
  const right = mantissa * 2n ** BigInt(Math.max(power, 0)) * 10n ** BigInt(Math.max(-exponent, 0));
  return left - (double < 0 ? -right : right);
}

function bitsOf(double: number): bigint {
  return BigInt.asUintN(64, new BigInt64Array(new Float64Array([double]).buffer)[0] ?? 0n);
}

function nextDown(double: number): number {
  if (double === 0) return -Number.MIN_VALUE;
  return new Float64Array(new BigUint64Array([bitsOf(double) + (double > 0 ? -1n : 1n)]).buffer)[0] ?? double;
}
