import { refuse } from './errors.ts';

/** A BSON value that keeps the type it was written with; `type` is the name that `$type` uses. */
export type Value =
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'int'; readonly value: number }
  | { readonly type: 'long'; readonly value: bigint }
  | { readonly type: 'decimal'; readonly value: Buffer }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'javascript'; readonly value: string }
  | { readonly type: 'object'; readonly value: Doc }
  | { readonly type: 'array'; readonly value: readonly Value[] }
  | { readonly type: 'binData'; readonly subtype: number; readonly value: Buffer }
  | { readonly type: 'objectId'; readonly value: Buffer }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'date'; readonly value: bigint }
  | { readonly type: 'timestamp'; readonly value: bigint }
  | { readonly type: 'regex'; readonly pattern: string; readonly flags: string }
  | { readonly type: 'null' }
  | { readonly type: 'minKey' }
  | { readonly type: 'maxKey' };

export type ValueType = Value['type'];

/** The byte that BSON writes for each type. */
export const TYPE_BYTES: Readonly<Record<ValueType, number>> = {
  double: 0x01,
  string: 0x02,
  object: 0x03,
  array: 0x04,
  binData: 0x05,
  objectId: 0x07,
  bool: 0x08,
  date: 0x09,
  null: 0x0a,
  regex: 0x0b,
  javascript: 0x0d,
  int: 0x10,
  timestamp: 0x11,
  long: 0x12,
  decimal: 0x13,
  minKey: 0xff,
  maxKey: 0x7f,
};

/** Every type that a stored value can have. */
export const VALUE_TYPES: readonly ValueType[] = [
  'double',
  'string',
  'object',
  'array',
  'binData',
  'objectId',
  'bool',
  'date',
  'null',
  'regex',
  'javascript',
  'int',
  'timestamp',
  'long',
  'decimal',
  'minKey',
  'maxKey',
];

/** Types that BSON has deprecated: no driver of today writes them, and they are refused. */
export const DEPRECATED_TYPES: Readonly<Record<number, string>> = {
  6: 'undefined',
  12: 'dbPointer',
  14: 'symbol',
  15: 'javascriptWithScope',
};

export const NULL: Value = { type: 'null' };
export const MIN_KEY: Value = { type: 'minKey' };
export const MAX_KEY: Value = { type: 'maxKey' };

/** An ordered, immutable document. One that came as bytes is decoded at the first look, nested ones again at theirs. */
export class Doc {
  static readonly EMPTY = new Doc(new Map(), undefined);
  #fields: ReadonlyMap<string, Value> | undefined;
  readonly raw: Buffer | undefined;

  private constructor(fields: ReadonlyMap<string, Value> | undefined, raw: Buffer | undefined) {
    this.#fields = fields;
    this.raw = raw;
  }

  static of(fields: ReadonlyMap<string, Value>): Doc {
    return new Doc(fields, undefined);
  }

  /** Bytes that `checkBson` has seen, or that this process has written. */
  static fromBytes(raw: Buffer): Doc {
    return new Doc(undefined, raw);
  }

  get fields(): ReadonlyMap<string, Value> {
    this.#fields ??= decodeFields(this.raw ?? Buffer.of(5, 0, 0, 0, 0));
    return this.#fields;
  }

  get(name: string): Value | undefined {
    return this.fields.get(name);
  }

  has(name: string): boolean {
    return this.fields.has(name);
  }

  get size(): number {
    return this.fields.size;
  }

  /** The same document with one field changed in its place, or added at the end. */
  with(name: string, value: Value): Doc {
    return new Doc(new Map(this.fields).set(name, value), undefined);
  }

  without(name: string): Doc {
    const fields = new Map(this.fields);
    fields.delete(name);
    return new Doc(fields, undefined);
  }
}

function decodeFields(raw: Buffer): Map<string, Value> {
  const fields = new Map<string, Value>();
  forEachElement(raw, (name, value) => fields.set(name, value));
  return fields;
}

function forEachElement(raw: Buffer, visit: (name: string, value: Value) => void): void {
  const end = raw.length - 1;
  let at = 4;
  while (at < end) {
    const type = raw.readUInt8(at);
    const nameEnd = raw.indexOf(0, at + 1);
    const start = nameEnd + 1;
    const length = valueLength(raw, type, start);
    visit(raw.toString('utf8', at + 1, nameEnd), decodeValue(raw, type, start, length));
    at = start + length;
  }
}

/** How many bytes a value takes; the caller knows that `raw` holds at least its length prefix. */
export function valueLength(raw: Buffer, type: number, at: number): number {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return 8;
    case 0x02:
    case 0x0d:
      return 4 + raw.readInt32LE(at);
    case 0x03:
    case 0x04:
      return raw.readInt32LE(at);
    case 0x05:
      return 5 + raw.readInt32LE(at);
    case 0x07:
      return 12;
    case 0x08:
      return 1;
    case 0x0a:
    case 0x7f:
    case 0xff:
      return 0;
    case 0x0b:
      return raw.indexOf(0, raw.indexOf(0, at) + 1) + 1 - at;
    case 0x10:
      return 4;
    case 0x13:
      return 16;
    default:
      throw unknownType(type);
  }
}

/** The refusal of a type byte that this subset does not store. */
export function unknownType(type: number): Error {
  const name = DEPRECATED_TYPES[type];
  return name === undefined
    ? refuse(22, `Unrecognized BSON type ${type}`)
    : refuse(22, `The deprecated BSON type ${name} (${type})`);
}

function decodeValue(raw: Buffer, type: number, at: number, length: number): Value {
  switch (type) {
    case 0x01:
      return { type: 'double', value: raw.readDoubleLE(at) };
    case 0x02:
      return { type: 'string', value: raw.toString('utf8', at + 4, at + length - 1) };
    case 0x03:
      return { type: 'object', value: Doc.fromBytes(raw.subarray(at, at + length)) };
    case 0x04: {
      const items: Value[] = [];
      forEachElement(raw.subarray(at, at + length), (_, item) => items.push(item));
      return { type: 'array', value: items };
    }
    case 0x05:
      return { type: 'binData', subtype: raw.readUInt8(at + 4), value: raw.subarray(at + 5, at + length) };
    case 0x07:
      return { type: 'objectId', value: raw.subarray(at, at + 12) };
    case 0x08:
      return { type: 'bool', value: raw.readUInt8(at) !== 0 };
    case 0x09:
      return { type: 'date', value: raw.readBigInt64LE(at) };
    case 0x0a:
      return NULL;
    case 0x0b: {
      const middle = raw.indexOf(0, at);
      return {
        type: 'regex',
        pattern: raw.toString('utf8', at, middle),
        flags: raw.toString('utf8', middle + 1, at + length - 1),
      };
    }
    case 0x0d:
      return { type: 'javascript', value: raw.toString('utf8', at + 4, at + length - 1) };
    case 0x10:
      return { type: 'int', value: raw.readInt32LE(at) };
    case 0x11:
      return { type: 'timestamp', value: raw.readBigUInt64LE(at) };
    case 0x12:
      return { type: 'long', value: raw.readBigInt64LE(at) };
    case 0x13:
      return { type: 'decimal', value: raw.subarray(at, at + 16) };
    case 0x7f:
      return MAX_KEY;
    case 0xff:
      return MIN_KEY;
    default:
      throw unknownType(type);
  }
}
