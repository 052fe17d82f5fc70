import { isUtf8 } from 'node:buffer';
import { unknownType, valueLength } from './document.ts';
import { MongoError } from './errors.ts';

/** How deep documents may nest, as in MongoDB. */
const MAX_DEPTH = 180;

/**
 * Proves that `raw` is one well-formed document, so that everything behind it may read without looking again.
 * Returns the index right after it; the bytes may go on.
 */
export function checkBson(raw: Buffer, start = 0, limit = raw.length, depth = 0): number {
  if (depth > MAX_DEPTH) throw new MongoError(15, `BSON nesting is deeper than ${MAX_DEPTH} levels`);
  if (limit - start < 5) throw invalid('a document is shorter than 5 bytes');
  const length = raw.readInt32LE(start);
  const end = start + length;
  if (length < 5 || end > limit) throw invalid(`a document claims ${length} bytes`);
  if (raw.readUInt8(end - 1) !== 0) throw invalid('a document does not end with a zero byte');
  let at = start + 4;
  while (at < end - 1) {
    const type = raw.readUInt8(at);
    const value = checkCString(raw, at + 1, end);
    at = checkValue(raw, type, value, end - 1, depth);
  }
  if (at !== end - 1) throw invalid('an element reaches over the end of its document');
  return end;
}

function checkValue(raw: Buffer, type: number, at: number, end: number, depth: number): number {
  const room = end - at;
  if (type === 0x03 || type === 0x04) return checkBson(raw, at, end, depth + 1);
  if (type === 0x0b) return checkCString(raw, checkCString(raw, at, end), end);
  const prefixed = type === 0x02 || type === 0x05 || type === 0x0d;
  if (prefixed && room < 5) throw invalid('a length prefix is cut off');
  if (prefixed && raw.readInt32LE(at) < (type === 0x05 ? 0 : 1)) throw invalid('a length is negative or zero');
  if (type === 0x06 || type === 0x0c || type === 0x0e || type === 0x0f) throw unknownType(type);
  const length = valueLength(raw, type, at);
  if (length > room) throw invalid('a value reaches over the end of its document');
  if (type === 0x02 || type === 0x0d) checkString(raw, at + 4, at + length);
  if (type === 0x08 && raw.readUInt8(at) > 1) throw invalid('a boolean is neither 0 nor 1');
  return at + length;
}

function checkString(raw: Buffer, start: number, end: number): void {
  if (raw.readUInt8(end - 1) !== 0) throw invalid('a string does not end with a zero byte');
  if (!isUtf8(raw.subarray(start, end - 1))) throw invalid('a string is not UTF-8');
}

function checkCString(raw: Buffer, start: number, end: number): number {
  const zero = raw.indexOf(0, start);
  if (zero < 0 || zero >= end) throw invalid('a name does not end');
  if (!isUtf8(raw.subarray(start, zero))) throw invalid('a name is not UTF-8');
  return zero + 1;
}

function invalid(why: string): MongoError {
  return new MongoError(22, `Invalid BSON: ${why}`);
}
