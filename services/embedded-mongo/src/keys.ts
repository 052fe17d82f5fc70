import { type Doc, NULL, type Value, type ValueType } from './document.ts';
import { MAX_NUMBER_KEY, writeNumberKey } from './number-key.ts';

/** The order of types in MongoDB. Multiples of 8, so that neither a rank nor its complement is 0x00 or 0xff. */
export const RANKS: Readonly<Record<ValueType, number>> = {
  minKey: 0x08,
  null: 0x18,
  int: 0x20,
  long: 0x20,
  double: 0x20,
  decimal: 0x20,
  string: 0x28,
  object: 0x30,
  array: 0x38,
  binData: 0x40,
  objectId: 0x48,
  bool: 0x50,
  date: 0x58,
  timestamp: 0x60,
  regex: 0x68,
  javascript: 0x70,
  maxKey: 0x78,
};

/** What an index holds for an empty array: MongoDB's `undefined`, between MinKey and null. */
export const EMPTY_ARRAY = Buffer.of(0x10);

/** One part of an index key. A missing field is held as null; the two differ for sparse indexes only. */
export type KeyPart = Value | 'missing' | 'empty-array';

/** Writes values as bytes that compare as MongoDB compares the values; no encoding is the beginning of another. */
class KeyWriter {
  #out = Buffer.allocUnsafe(1024);
  #at = 0;

  take(): Buffer {
    const key = Buffer.from(this.#out.subarray(0, this.#at));
    this.#at = 0;
    return key;
  }

  get position(): number {
    return this.#at;
  }

  /** Turns the order of everything written since `start` around. */
  invertFrom(start: number): void {
    for (let index = start; index < this.#at; index += 1) this.#out[index] = ~this.#out.readUInt8(index);
  }

  part(part: KeyPart): void {
    if (part === 'empty-array') this.#bytes(EMPTY_ARRAY);
    else this.value(part === 'missing' ? NULL : part);
  }

  value(value: Value): void {
    this.#byte(RANKS[value.type]);
    this.#body(value);
  }

  #body(value: Value): void {
    switch (value.type) {
      case 'null':
      case 'minKey':
      case 'maxKey':
        return;
      case 'int':
      case 'long':
      case 'double':
      case 'decimal':
        this.#room(MAX_NUMBER_KEY);
        this.#at = writeNumberKey(value, this.#out, this.#at);
        return;
      case 'string':
      case 'javascript':
        this.#text(value.value);
        return;
      case 'object':
        this.#object(value.value);
        return;
      case 'array':
        for (const item of value.value) this.value(item);
        this.#byte(0);
        return;
      case 'binData':
        this.#room(5);
        this.#at = this.#out.writeUInt32BE(value.value.length, this.#at);
        this.#byte(value.subtype);
        this.#bytes(value.value);
        return;
      case 'objectId':
        this.#bytes(value.value);
        return;
      case 'bool':
        this.#byte(value.value ? 1 : 0);
        return;
      case 'date':
        this.#room(8);
        this.#at = this.#out.writeBigUInt64BE(BigInt.asUintN(64, value.value) ^ (1n << 63n), this.#at);
        return;
      case 'timestamp':
        this.#room(8);
        this.#at = this.#out.writeBigUInt64BE(value.value, this.#at);
        return;
      case 'regex':
        this.#text(value.pattern);
        this.#text(value.flags);
        return;
    }
  }

  #object(doc: Doc): void {
    for (const [name, value] of doc.fields) {
      this.#byte(RANKS[value.type]);
      this.#text(name);
      this.#body(value);
    }
    this.#byte(0);
  }

  /** UTF-8 with every zero byte followed by 0xff, ended by two zeros. */
  #text(text: string): void {
    this.#room(text.length * 3 + 2);
    if (text.includes('\0')) {
      for (const piece of text.split('\0')) {
        this.#at += this.#out.write(piece, this.#at, 'utf8');
        this.#at = this.#out.writeUInt16BE(0x00ff, this.#at);
      }
      this.#at -= 2;
    } else {
      this.#at += this.#out.write(text, this.#at, 'utf8');
    }
    this.#at = this.#out.writeUInt16BE(0, this.#at);
  }

  #byte(byte: number): void {
    this.#room(1);
    this.#out[this.#at] = byte;
    this.#at += 1;
  }

  #bytes(bytes: Buffer): void {
    this.#room(bytes.length);
    this.#at += bytes.copy(this.#out, this.#at);
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#out.length * 2, this.#at + bytes));
    this.#out.copy(larger, 0, 0, this.#at);
    this.#out = larger;
  }
}

const writer = new KeyWriter();

/** The key of one value. */
export function encodeKey(value: Value): Buffer {
  writer.value(value);
  return writer.take();
}

/** The key of several values in a row, each ascending (1) or descending (-1). */
export function encodeCompoundKey(parts: readonly KeyPart[], directions: readonly (1 | -1)[]): Buffer {
  parts.forEach((part, index) => {
    const start = writer.position;
    writer.part(part);
    if (directions[index] === -1) writer.invertFrom(start);
  });
  return writer.take();
}

/** Turns the order of one encoded key around. */
export function invert(key: Buffer): Buffer {
  return Buffer.from(key.map((byte) => ~byte));
}
