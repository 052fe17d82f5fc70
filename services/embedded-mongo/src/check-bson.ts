import { isUtf8 } from 'node:buffer';
import { valueLength } from './bson.ts';
import { fail } from './errors.ts';

/** How deep documents may nest, as in MongoDB. */
const MAX_DEPTH = 180;

/** Proves that a well-formed document begins at `start`, so that all behind it may read without looking again; returns its end. */
export function checkBson(raw: Buffer, start = 0, limit = raw.length, depth = 0): number {
  if (depth > MAX_DEPTH) fail(15, `BSON nests deeper than ${MAX_DEPTH} levels`);
  check(limit - start >= 5, 'a document is shorter than 5 bytes');
  const length = raw.readInt32LE(start);
  const end = start + length;
  check(length >= 5 && end <= limit && raw.readUInt8(end - 1) === 0, `a document claims ${length} bytes`);
  let at = start + 4;
  while (at < end - 1) at = checkValue(raw, raw.readUInt8(at), checkName(raw, at + 1, end), end - 1, depth);
  check(at === end - 1, 'an element reaches over the end of its document');
  return end;
}

function checkValue(raw: Buffer, type: number, at: number, end: number, depth: number): number {
  if (type === 0x03 || type === 0x04) return checkBson(raw, at, end, depth + 1);
  if (type === 0x0b) return checkName(raw, checkName(raw, at, end), end);
  const isText = type === 0x02 || type === 0x0d;
  if (isText || type === 0x05) check(end - at >= 5 && raw.readInt32LE(at) >= (isText ? 1 : 0), 'a length is wrong');
  const next = at + valueLength(raw, type, at);
  check(next <= end, 'a value reaches over the end of its document');
  if (isText) check(raw.readUInt8(next - 1) === 0 && isUtf8(raw.subarray(at + 4, next - 1)), 'a text is wrong');
  if (type === 0x08) check(raw.readUInt8(at) <= 1, 'a boolean is neither 0 nor 1');
  return next;
}

function checkName(raw: Buffer, start: number, end: number): number {
  const zero = raw.indexOf(0, start);
  check(zero >= 0 && zero < end && isUtf8(raw.subarray(start, zero)), 'a name is wrong');
  return zero + 1;
}

function check(isRight: boolean, why: string): void {
  if (!isRight) fail(22, `Invalid BSON: ${why}`);
}
