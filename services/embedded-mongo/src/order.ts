import type { Value } from './document.ts';
import { encodeKey, RANKS } from './keys.ts';
import { isNumber } from './number-key.ts';

/** MongoDB's comparison order over values of all types: negative, zero (equal) or positive. NaN is below every number. */
export function compareValues(a: Value, b: Value): number {
  const ranks = RANKS[a.type] - RANKS[b.type];
  if (ranks !== 0) return ranks;
  if ((a.type === 'int' || a.type === 'double') && (b.type === 'int' || b.type === 'double')) {
    return compareDoubles(a.value, b.value);
  }
  if (a.type === 'objectId' && b.type === 'objectId') return a.value.compare(b.value);
  if (a.type === 'string' && b.type === 'string' && a.value === b.value) return 0;
  return encodeKey(a).compare(encodeKey(b));
}

/** Whether MongoDB takes two values for equal: numbers by value, whatever their types. */
export function isEqual(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0;
}

/** Whether `$gt` and its kin may compare the two: the same type, all number types being one. */
export function isSameBracket(a: Value, b: Value): boolean {
  return RANKS[a.type] === RANKS[b.type];
}

/** Whether a value is the number that is none. */
export function isNaNValue(value: Value): boolean {
  if (value.type === 'double') return Number.isNaN(value.value);
  return value.type === 'decimal' && isNumber(value) && ((value.value.readUInt8(15) >> 2) & 0x1f) === 0x1f;
}

function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}
