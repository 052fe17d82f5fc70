import { isUtf8 } from 'node:buffer';
import { fail, refuse } from './errors.ts';

/** A BSON value with its type as `$type` names it. */
export type Value =
  | NumberValue
  | { readonly type: 'date' | 'timestamp'; readonly value: bigint }
  | { readonly type: 'objectId' | 'decimal'; readonly value: Buffer }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'object'; readonly value: Doc }
  | { readonly type: 'array'; readonly value: readonly Value[] }
  | { readonly type: 'binData'; readonly subtype: number; readonly value: Buffer }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'regex'; readonly pattern: string; readonly flags: string }
  | { readonly type: 'null' };
/** The number types. They compare with each other by value. */
export type NumberValue =
  | { readonly type: 'double' | 'int'; readonly value: number }
  | { readonly type: 'long'; readonly value: bigint };
export type ValueType = Value['type'];

/** The BSON byte of each type, and its rank in the sort order: neither it nor its complement is 0x00 or 0xff. */
export const TYPES: Readonly<Record<ValueType, { readonly byte: number; readonly rank: number }>> = {
  null: { byte: 0x0a, rank: 0x18 },
  int: { byte: 0x10, rank: 0x20 },
  long: { byte: 0x12, rank: 0x20 },
  double: { byte: 0x01, rank: 0x20 },
  decimal: { byte: 0x13, rank: 0x20 },
  string: { byte: 0x02, rank: 0x28 },
  object: { byte: 0x03, rank: 0x30 },
  array: { byte: 0x04, rank: 0x38 },
  binData: { byte: 0x05, rank: 0x40 },
  objectId: { byte: 0x07, rank: 0x48 },
  bool: { byte: 0x08, rank: 0x50 },
  date: { byte: 0x09, rank: 0x58 },
  timestamp: { byte: 0x11, rank: 0x60 },
  regex: { byte: 0x0b, rank: 0x68 },
};
/** Unsupported types: deprecated ones, code, and the two for shard bounds. */
const REFUSED: Record<number, string> = {
  ...{ 6: 'undefined', 12: 'dbPointer', 13: 'javascript', 14: 'symbol' },
  ...{ 15: 'javascriptWithScope', 127: 'maxKey', 255: 'minKey' },
};

export const NULL: Value = { type: 'null' };

/** An ordered, immutable document. Bytes are decoded on first access, one level at a time. */
export class Doc {
  static readonly EMPTY = new Doc(new Map(), undefined);
  #fields: ReadonlyMap<string, Value> | undefined;
  #bytes: Buffer | undefined;

  private constructor(fields: ReadonlyMap<string, Value> | undefined, bytes: Buffer | undefined) {
    this.#fields = fields;
    this.#bytes = bytes;
  }

  /** Creates a document. Of fields with the same name the last one counts; `undefined` is no field. */
  static of(entries: Iterable<readonly [string, Value | undefined]>): Doc {
    const fields = new Map<string, Value>();
    for (const [name, value] of entries) {
      if (value) fields.set(name, value);
      else fields.delete(name);
    }
    return new Doc(fields, undefined);
  }

  /** Creates a document from bytes that `checkBson` has accepted or this process has written. */
  static fromBytes(bytes: Buffer): Doc {
    return new Doc(undefined, bytes);
  }

  get fields(): ReadonlyMap<string, Value> {
    this.#fields ??= new Map(decode(this.bytes));
    return this.#fields;
  }

  get bytes(): Buffer {
    if (this.#bytes) return this.#bytes;
    const out = new ByteWriter();
    writeElements(out, this.fields);
    this.#bytes = out.buffer.subarray(0, out.length);
    return this.#bytes;
  }

  /** Writes the document, without an intermediate copy where possible. */
  writeTo(out: ByteWriter): void {
    if (this.#bytes) out.bytes(this.#bytes);
    else writeElements(out, this.fields);
  }

  get(name: string): Value | undefined {
    return this.fields.get(name);
  }

  /** Returns the document with one field replaced in place, appended, or taken out. */
  with(name: string, value: Value | undefined): Doc {
    return Doc.of([...this.fields, [name, value]]);
  }
}

/** Returns whether two values have the same bytes, number types included. */
export function isIdentical(a: Value, b: Value): boolean {
  return a === b || (a.type === b.type && Doc.of([['', a]]).bytes.equals(Doc.of([['', b]]).bytes));
}

/** JavaScript values that `toValue` converts. Integers become int32 where they fit, and bigints int64. */
export type Plain = string | number | bigint | boolean | null | Date | Doc | Value | readonly Plain[];

/** The `ok: 1` of every successful reply. */
export const OK: Value = { type: 'double', value: 1 };

/** Returns a document of a plain object, without the fields that are undefined. */
export function docOf(fields: Readonly<Record<string, Plain | undefined>>): Doc {
  return Doc.of(Object.entries(fields).map(([name, plain]) => [name, plain === undefined ? plain : toValue(plain)]));
}

/** Returns the BSON value of a plain one. */
export function toValue(plain: Plain): Value {
  if (plain === null) return NULL;
  if (typeof plain === 'string') return { type: 'string', value: plain };
  if (typeof plain === 'boolean') return { type: 'bool', value: plain };
  if (typeof plain === 'bigint') return { type: 'long', value: plain };
  if (typeof plain === 'number') return { type: plain === (plain | 0) ? 'int' : 'double', value: plain };
  if (plain instanceof Doc) return { type: 'object', value: plain };
  if (plain instanceof Date) return { type: 'date', value: BigInt(plain.getTime()) };
  return 'type' in plain ? plain : { type: 'array', value: plain.map(toValue) };
}

/** Returns the document in a value, `undefined` if it is none. */
export const docIn = (value: Value | undefined) => (value?.type === 'object' ? value.value : undefined);
export const listIn = (value: Value | undefined) => (value?.type === 'array' ? value.value : undefined);
export const textIn = (value: Value | undefined) => (value?.type === 'string' ? value.value : undefined);

/** The types of fixed length, in bytes. */
const FIXED_LENGTHS: Record<number, number> = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16 };

/** Returns the length of a value in bytes. The caller has checked that its length prefix is in the buffer. */
function valueLength(raw: Buffer, type: number, at: number): number {
  const length = FIXED_LENGTHS[type];
  if (length !== undefined) return length;
  if (type === 0x02) return 4 + raw.readInt32LE(at);
  if (type === 0x03 || type === 0x04) return raw.readInt32LE(at);
  if (type === 0x05) return 5 + raw.readInt32LE(at);
  if (type === 0x0b) return raw.indexOf(0, raw.indexOf(0, at) + 1) + 1 - at;
  return refuse(22, `The BSON type ${REFUSED[type] ?? type}`);
}

/** Returns the elements of a document or array, one level deep. */
function decode(raw: Buffer): [string, Value][] {
  const elements: [string, Value][] = [];
  for (let at = 4; at < raw.length - 1; ) {
    const type = raw.readUInt8(at);
    const nameEnd = raw.indexOf(0, at + 1);
    const start = nameEnd + 1;
    const end = start + valueLength(raw, type, start);
    elements.push([raw.toString('utf8', at + 1, nameEnd), READERS[type]?.(raw, start, end) ?? NULL]);
    at = end;
  }
  return elements;
}

const READERS: Readonly<Record<number, (raw: Buffer, at: number, end: number) => Value>> = {
  1: (raw, at) => ({ type: 'double', value: raw.readDoubleLE(at) }),
  2: (raw, at, end) => ({ type: 'string', value: raw.toString('utf8', at + 4, end - 1) }),
  3: (raw, at, end) => ({ type: 'object', value: Doc.fromBytes(raw.subarray(at, end)) }),
  4: (raw, at, end) => ({ type: 'array', value: decode(raw.subarray(at, end)).map(([, item]) => item) }),
  5: (raw, at, end) => ({ type: 'binData', subtype: raw.readUInt8(at + 4), value: raw.subarray(at + 5, end) }),
  7: (raw, at, end) => ({ type: 'objectId', value: raw.subarray(at, end) }),
  8: (raw, at) => ({ type: 'bool', value: raw.readUInt8(at) === 1 }),
  9: (raw, at) => ({ type: 'date', value: raw.readBigInt64LE(at) }),
  11: (raw, at, end) => {
    const [pattern = '', flags = ''] = raw.toString('utf8', at, end).split('\0');
    return { type: 'regex', pattern, flags };
  },
  16: (raw, at) => ({ type: 'int', value: raw.readInt32LE(at) }),
  17: (raw, at) => ({ type: 'timestamp', value: raw.readBigUInt64LE(at) }),
  18: (raw, at) => ({ type: 'long', value: raw.readBigInt64LE(at) }),
  19: (raw, at, end) => ({ type: 'decimal', value: raw.subarray(at, end) }),
};

function writeElements(out: ByteWriter, fields: Iterable<readonly [string, Value]>): void {
  const start = out.reserve(4);
  for (const [name, value] of fields) {
    out.byte(TYPES[value.type].byte);
    out.text(`${name}\0`);
    writeValue(out, value);
  }
  out.byte(0);
  out.buffer.writeInt32LE(out.length - start, start);
}

function writeValue(out: ByteWriter, value: Value): void {
  const { type } = value;
  if (type === 'double') out.put(8, (at) => out.buffer.writeDoubleLE(value.value, at));
  else if (type === 'int') out.int32(value.value);
  else if (type === 'long' || type === 'date') out.put(8, (at) => out.buffer.writeBigInt64LE(value.value, at));
  else if (type === 'timestamp') out.put(8, (at) => out.buffer.writeBigUInt64LE(value.value, at));
  else if (type === 'bool') out.byte(value.value ? 1 : 0);
  else if (type === 'objectId' || type === 'decimal') out.bytes(value.value);
  else if (type === 'regex') out.text(`${value.pattern}\0${value.flags}\0`);
  else if (type === 'object') value.value.writeTo(out);
  else if (type === 'array') writeElements(out, new Map(value.value.map((item, index) => [String(index), item])));
  else if (type === 'string') {
    out.int32(Buffer.byteLength(value.value) + 1);
    out.text(`${value.value}\0`);
  } else if (type === 'binData') {
    out.int32(value.value.length);
    out.byte(value.subtype);
    out.bytes(value.value);
  }
}

/** A buffer that grows as it is written. */
export class ByteWriter {
  buffer = Buffer.allocUnsafe(512);
  length = 0;

  /** Reserves some bytes. Returns their offset. */
  reserve(bytes: number): number {
    const start = this.length;
    this.length += bytes;
    if (this.length > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.buffer.length * (this.length > 65_536 ? 4 : 2), this.length));
      this.buffer.copy(larger, 0, 0, start);
      this.buffer = larger;
    }
    return start;
  }

  put(bytes: number, write: (at: number) => void): void {
    write(this.reserve(bytes));
  }

  int32(value: number): void {
    this.put(4, (at) => this.buffer.writeInt32LE(value, at));
  }

  byte(value: number): void {
    this.put(1, (at) => this.buffer.writeUInt8(value, at));
  }

  bytes(value: Buffer): void {
    this.put(value.length, (at) => value.copy(this.buffer, at));
  }

  text(value: string): void {
    this.put(Buffer.byteLength(value), (at) => this.buffer.write(value, at));
  }
}

/** The nesting limit, as in MongoDB. */
const MAX_DEPTH = 180;

/** Checks that a well-formed document begins at `start`, so that later reads need no checks. Returns its end. */
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
  const isText = type === 0x02;
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

function check(isValid: boolean, reason: string): void {
  if (!isValid) fail(22, `Invalid BSON: ${reason}`);
}
