import { type Decimal, decimalOfInteger, decimalText, readDecimal } from './decimal.ts';
import type { Value } from './document.ts';

/** The four number types of BSON, which compare with each other by value. */
export type NumberValue = Extract<Value, { type: 'int' | 'long' | 'double' | 'decimal' }>;

/** Whether a value is of a number type. */
export function isNumber(value: Value): value is NumberValue {
  return value.type === 'int' || value.type === 'double' || value.type === 'long' || value.type === 'decimal';
}

/**
 * Writes a number so that bytes compare like values, whatever their types: the largest double that is not above it, then nothing
 * (0) when it is that double, or else its exact decimal digits. NaN is below every number; the two zeros are one.
 */
export function writeNumberKey(value: NumberValue, out: Buffer, at: number): number {
  if (value.type === 'int' || value.type === 'double') return writeDouble(value.value, out, at);
  if (value.type === 'long' && BigInt.asIntN(54, value.value) === value.value)
    return writeDouble(Number(value.value), out, at);
  const exact = value.type === 'long' ? decimalOfInteger(value.value) : readDecimal(value.value);
  if (exact.kind === 'nan') return writeDouble(Number.NaN, out, at);
  if (exact.kind === 'infinity') return writeDouble(exact.negative ? -Infinity : Infinity, out, at);
  const { floor, isExact } = floorDouble(exact);
  const end = writeDouble(floor, out, at);
  if (isExact) return end;
  out[end - 1] = 1;
  return writeDigits(exact, out, end);
}

/** The most bytes that a number key takes. */
export const MAX_NUMBER_KEY = 64;

function writeDouble(value: number, out: Buffer, at: number): number {
  out[at + 8] = 0;
  if (Number.isNaN(value)) {
    out.fill(0, at, at + 8);
    return at + 9;
  }
  out.writeDoubleBE(value === 0 ? 0 : value, at);
  const first = out.readUInt8(at);
  if (first < 0x80) out[at] = first | 0x80;
  else for (let index = at; index < at + 8; index += 1) out[index] = ~out.readUInt8(index);
  return at + 9;
}

function writeDigits(value: Decimal & { kind: 'finite' }, out: Buffer, start: number): number {
  const all = value.coefficient.toString();
  const digits = all.replace(/0+$/, '');
  out.writeUInt16BE(value.exponent + all.length + 7000, start);
  const end = start + 2 + out.write(digits, start + 2, 'latin1');
  out[end] = 0;
  if (value.negative) for (let index = start; index <= end; index += 1) out[index] = ~out.readUInt8(index);
  return end + 1;
}

function floorDouble(value: Decimal & { kind: 'finite' }): { floor: number; isExact: boolean } {
  const nearest = Number(decimalText(value));
  if (nearest === Infinity) return { floor: Number.MAX_VALUE, isExact: false };
  if (nearest === -Infinity) return { floor: -Infinity, isExact: false };
  const order = compareExactly(value, nearest);
  return { floor: order < 0 ? nextDown(nearest) : nearest, isExact: order === 0 };
}

function compareExactly(decimal: Decimal & { kind: 'finite' }, double: number): number {
  const { mantissa, exponent } = takeApart(double);
  let left = decimal.negative ? -decimal.coefficient : decimal.coefficient;
  let right = mantissa;
  if (decimal.exponent >= 0) left *= 10n ** BigInt(decimal.exponent);
  else right *= 10n ** BigInt(-decimal.exponent);
  if (exponent >= 0) right <<= BigInt(exponent);
  else left <<= BigInt(-exponent);
  return left < right ? -1 : left > right ? 1 : 0;
}

function bitsOf(double: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, double);
  return view.getBigUint64(0);
}

function takeApart(double: number): { mantissa: bigint; exponent: number } {
  const bits = bitsOf(double);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return { mantissa: bits >> 63n === 1n ? -mantissa : mantissa, exponent: Math.max(biased, 1) - 1075 };
}

function nextDown(double: number): number {
  if (double === 0) return -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bitsOf(double) + (double > 0 ? -1n : 1n));
  return view.getFloat64(0);
}
