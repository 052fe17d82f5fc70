import { ByteWriter, type Doc, NULL, TYPES, type Value } from './bson.ts';
import { isNumber, MAX_NUMBER_KEY_BYTES, writeNumberKey } from './numbers.ts';

/** One part of an index key. A missing field sorts as null, an empty array before null. */
export type KeyPart = Value | 'missing' | 'empty-array';

const EMPTY_ARRAY = 0x10;
const writer = new ByteWriter();

/** Returns the key of a value. Keys compare bytewise as MongoDB compares the values, and no key is a prefix of another. */
export function encodeKey(value: Value): Buffer {
  writer.length = 0;
  writeValue(value);
  return writtenBytes();
}

const writtenBytes = () => Buffer.from(writer.buffer.subarray(0, writer.length));

/** Returns the key of several values, each ascending (1) or descending (-1). */
export function encodeCompoundKey(parts: readonly KeyPart[], directions: readonly (1 | -1)[]): Buffer {
  writer.length = 0;
  parts.forEach((part, index) => {
    const start = writer.length;
    if (part === 'empty-array') writer.byte(EMPTY_ARRAY);
    else writeValue(part === 'missing' ? NULL : part);
    if (directions[index] === -1) invert(writer.buffer, start, writer.length);
  });
  return writtenBytes();
}

/** Reverses the order of encoded keys, in place. */
export function invert(bytes: Buffer, start = 0, end = bytes.length): Buffer {
  for (let index = start; index < end; index += 1) bytes[index] = ~bytes.readUInt8(index);
  return bytes;
}

/** Compares values of all types in MongoDB's order. Returns a negative number, zero or a positive number. */
export function compareValues(a: Value, b: Value): number {
  const rankDifference = TYPES[a.type].rank - TYPES[b.type].rank;
  if (rankDifference !== 0) return rankDifference;
  if ((a.type === 'int' || a.type === 'double') && (b.type === 'int' || b.type === 'double')) {
    const difference = a.value - b.value;
    if (!Number.isNaN(difference)) return difference;
  }
  if (a.type === 'objectId' && b.type === 'objectId') return a.value.compare(b.value);
  if (a.type === 'string' && b.type === 'string' && a.value === b.value) return 0;
  return encodeKey(a).compare(encodeKey(b));
}

/** Returns whether two values are equal in MongoDB. Numbers compare by value, not by type. */
export function isEqual(a: Value, b: Value): boolean {
  if (a.type === 'string' && b.type === 'string') return a.value === b.value;
  return compareValues(a, b) === 0;
}

function writeValue(value: Value): void {
  writer.byte(TYPES[value.type].rank);
  writeBody(value);
}

function writeBody(value: Value): void {
  if (isNumber(value)) {
    const start = writer.reserve(MAX_NUMBER_KEY_BYTES);
    writer.length = writeNumberKey(value, writer.buffer, start);
  } else if (value.type === 'string') writeText(value.value);
  else if (value.type === 'object') writeFields(value.value);
  else if (value.type === 'objectId') writer.bytes(value.value);
  else if (value.type === 'bool') writer.byte(value.value ? 1 : 0);
  else if (value.type === 'date') {
    const shifted = BigInt.asUintN(64, value.value) ^ (1n << 63n);
    writer.put(8, (at) => writer.buffer.writeBigUInt64BE(shifted, at));
  } else if (value.type === 'timestamp') {
    writer.put(8, (at) => writer.buffer.writeBigUInt64BE(value.value, at));
  } else if (value.type === 'array') {
    value.value.forEach(writeValue);
    writer.byte(0);
  } else if (value.type === 'binData') {
    writer.put(4, (at) => writer.buffer.writeUInt32BE(value.value.length, at));
    writer.byte(value.subtype);
    writer.bytes(value.value);
  } else if (value.type === 'regex') {
    writeText(value.pattern);
    writeText(value.flags);
  }
}

function writeFields(doc: Doc): void {
  for (const [name, value] of doc.fields) {
    writer.byte(TYPES[value.type].rank);
    writeText(name);
    writeBody(value);
  }
  writer.byte(0);
}

/** Writes UTF-8 with 0xff after each zero, and two zeros at the end. */
function writeText(text: string): void {
  for (const [index, piece] of text.split('\0').entries()) {
    if (index > 0) writer.bytes(ESCAPED_ZERO);
    writer.text(piece);
  }
  writer.bytes(END);
}

const ESCAPED_ZERO = Buffer.of(0, 0xff);
const END = Buffer.of(0, 0);
