import { addDecimals, type Decimal, decimalOfInteger, readDecimal, writeDecimal } from './decimal.ts';
import { refuse } from './errors.ts';
import type { NumberValue } from './number-key.ts';

/** The sum as `$inc` gives it: the wider of the two types, int32 growing to int64; `undefined` when an int64 overflows. */
export function addNumbers(a: NumberValue, b: NumberValue): NumberValue | undefined {
  if (a.type === 'decimal' || b.type === 'decimal') {
    return { type: 'decimal', value: writeDecimal(addDecimals(toDecimal(a), toDecimal(b))) };
  }
  if (a.type === 'double' || b.type === 'double') return { type: 'double', value: Number(a.value) + Number(b.value) };
  return wholeSum(BigInt(a.value) + BigInt(b.value), a.type === 'int' && b.type === 'int');
}

function wholeSum(sum: bigint, mayBeInt: boolean): NumberValue | undefined {
  if (mayBeInt && BigInt.asIntN(32, sum) === sum) return { type: 'int', value: Number(sum) };
  return BigInt.asIntN(64, sum) === sum ? { type: 'long', value: sum } : undefined;
}

/** A number as a decimal; a double keeps its first 15 digits, as in MongoDB. */
function toDecimal(value: NumberValue): Decimal {
  if (value.type === 'decimal') return readDecimal(value.value);
  if (value.type !== 'double') return decimalOfInteger(BigInt(value.value));
  if (Number.isNaN(value.value)) return { kind: 'nan' };
  if (!Number.isFinite(value.value)) return { kind: 'infinity', negative: value.value < 0 };
  const [digits = '0', exponent] = Math.abs(value.value).toExponential(14).split('e');
  return {
    kind: 'finite',
    negative: value.value < 0,
    coefficient: BigInt(digits.replace('.', '')),
    exponent: Number(exponent) - 14,
  };
}

/** Adds numbers as `$sum` and `$avg` do: whole numbers exactly, doubles without losing the small ones among them. */
export class Sum {
  #hasLong = false;
  #hasDouble = false;
  #whole = 0n;
  #double = 0;
  #lost = 0;
  #plain = 0;
  #decimal: Decimal | undefined;
  count = 0;

  add(value: NumberValue): void {
    this.count += 1;
    if (value.type === 'decimal') this.#decimal = addDecimals(this.#decimal ?? decimalOfInteger(0n), toDecimal(value));
    else if (value.type === 'double') this.#addDouble(value.value);
    else this.#whole += BigInt(value.value);
    if (value.type === 'long') this.#hasLong = true;
    if (value.type === 'double') this.#hasDouble = true;
    if (this.#hasDouble && this.#decimal) throw refuse(2, 'A sum of doubles and decimals');
  }

  /** The sum in the widest type that was added; whole numbers that outgrow int64 become a double. */
  total(): NumberValue {
    if (this.#decimal)
      return { type: 'decimal', value: writeDecimal(addDecimals(this.#decimal, decimalOfInteger(this.#whole))) };
    const whole = this.#hasDouble ? undefined : wholeSum(this.#whole, !this.#hasLong);
    return whole ?? { type: 'double', value: this.#asDouble() };
  }

  average(): number {
    if (this.#decimal) throw refuse(2, 'An average of decimals');
    return this.#asDouble() / this.count;
  }

  #asDouble(): number {
    const high = Number(this.#whole);
    this.#addDouble(high);
    this.#addDouble(Number(this.#whole - BigInt(high)));
    this.#whole = 0n;
    const sum = this.#double + this.#lost;
    return Number.isNaN(sum) ? this.#plain : sum;
  }

  #addDouble(value: number): void {
    this.#plain += value;
    const sum = this.#double + value;
    const part = sum - this.#double;
    this.#lost += this.#double - (sum - part) + (value - part);
    this.#double = sum;
  }
}
