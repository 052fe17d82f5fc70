/** A decimal128 taken apart: `(-1)^negative · coefficient · 10^exponent`, or one of the two that are no number. */
export type Decimal =
  | { readonly kind: 'finite'; readonly negative: boolean; readonly coefficient: bigint; readonly exponent: number }
  | { readonly kind: 'infinity'; readonly negative: boolean }
  | { readonly kind: 'nan' };

const BIAS = 6176;
const MAX_EXPONENT = 6111;
const LIMIT = 10n ** 34n;

/** Reads the 16 bytes of the binary integer decimal encoding. */
export function readDecimal(bytes: Buffer): Decimal {
  const high = bytes.readBigUInt64LE(8);
  const low = bytes.readBigUInt64LE(0);
  const negative = high >> 63n === 1n;
  const special = (high >> 58n) & 0x1fn;
  if (special === 0x1fn) return { kind: 'nan' };
  if (special === 0x1en) return { kind: 'infinity', negative };
  const large = ((high >> 61n) & 3n) === 3n;
  const exponent = Number((high >> (large ? 47n : 49n)) & 0x3fffn) - BIAS;
  const coefficient = large ? LIMIT : ((high & 0x1ffffffffffffn) << 64n) | low;
  return { kind: 'finite', negative, coefficient: coefficient < LIMIT ? coefficient : 0n, exponent };
}

/** Writes a number of any length, rounded half to even to the 34 digits that fit. */
export function writeDecimal(value: Decimal): Buffer {
  if (value.kind === 'nan') return pack(0x7c00000000000000n, 0n);
  if (value.kind === 'infinity') return pack(value.negative ? 0xf800000000000000n : 0x7800000000000000n, 0n);
  let { coefficient, exponent } = value;
  const drop = Math.max(coefficient.toString().length - 34, -BIAS - exponent, 0);
  if (drop > 0) {
    coefficient = roundAway(coefficient, drop);
    exponent += drop;
  }
  if (coefficient === LIMIT) {
    coefficient /= 10n;
    exponent += 1;
  }
  while (exponent > MAX_EXPONENT && coefficient > 0n && coefficient * 10n < LIMIT) {
    coefficient *= 10n;
    exponent -= 1;
  }
  if (exponent > MAX_EXPONENT) {
    if (coefficient !== 0n) return writeDecimal({ kind: 'infinity', negative: value.negative });
    exponent = MAX_EXPONENT;
  }
  const sign = value.negative ? 1n << 63n : 0n;
  return pack(sign | (BigInt(exponent + BIAS) << 49n) | (coefficient >> 64n), coefficient & 0xffffffffffffffffn);
}

/** The exact sum, rounded once. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  if (a.kind === 'nan' || b.kind === 'nan') return { kind: 'nan' };
  if (a.kind === 'infinity') return b.kind === 'infinity' && a.negative !== b.negative ? { kind: 'nan' } : a;
  if (b.kind === 'infinity') return b;
  const exponent = Math.min(a.exponent, b.exponent);
  const sum = scaled(a, exponent) + scaled(b, exponent);
  const negative = sum < 0n || (sum === 0n && a.negative && b.negative);
  return { kind: 'finite', negative, coefficient: sum < 0n ? -sum : sum, exponent };
}

/** A whole number as a decimal. */
export function decimalOfInteger(value: bigint): Decimal {
  return { kind: 'finite', negative: value < 0n, coefficient: value < 0n ? -value : value, exponent: 0 };
}

/** Text like `-12.5E+3`, for turning it into the nearest double. */
export function decimalText(value: Decimal & { kind: 'finite' }): string {
  return `${value.negative ? '-' : ''}${value.coefficient}E${value.exponent}`;
}

function scaled(value: Decimal & { kind: 'finite' }, exponent: number): bigint {
  const magnitude = value.coefficient * 10n ** BigInt(value.exponent - exponent);
  return value.negative ? -magnitude : magnitude;
}

function roundAway(coefficient: bigint, digits: number): bigint {
  const unit = 10n ** BigInt(digits);
  const whole = coefficient / unit;
  const twice = (coefficient % unit) * 2n;
  return twice > unit || (twice === unit && whole % 2n === 1n) ? whole + 1n : whole;
}

function pack(high: bigint, low: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeBigUInt64LE(low, 0);
  bytes.writeBigUInt64LE(high, 8);
  return bytes;
}
