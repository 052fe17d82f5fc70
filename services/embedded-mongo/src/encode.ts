import { Doc, TYPE_BYTES, type Value } from './document.ts';

/** The bytes of a document; one that came as bytes and was not changed gives those back. */
export function encodeDoc(doc: Doc): Buffer {
  if (doc.raw) return doc.raw;
  const out = Buffer.allocUnsafe(docSize(doc));
  writeDoc(out, doc, 0);
  return out;
}

/** How many bytes a document takes. */
export function docSize(doc: Doc): number {
  if (doc.raw) return doc.raw.length;
  let size = 5;
  for (const [name, value] of doc.fields) size += 2 + Buffer.byteLength(name) + valueSize(value);
  return size;
}

/** Writes a document at an offset of a buffer that has room for it, and returns the offset behind it. */
export function writeDoc(out: Buffer, doc: Doc, start: number): number {
  if (doc.raw) return start + doc.raw.copy(out, start);
  let at = start + 4;
  for (const [name, value] of doc.fields) at = writeElement(out, name, value, at);
  return closeDoc(out, start, at);
}

function closeDoc(out: Buffer, start: number, at: number): number {
  out[at] = 0;
  out.writeInt32LE(at + 1 - start, start);
  return at + 1;
}

function valueSize(value: Value): number {
  switch (value.type) {
    case 'double':
    case 'long':
    case 'date':
    case 'timestamp':
      return 8;
    case 'int':
      return 4;
    case 'decimal':
      return 16;
    case 'bool':
      return 1;
    case 'objectId':
      return 12;
    case 'null':
    case 'minKey':
    case 'maxKey':
      return 0;
    case 'string':
    case 'javascript':
      return 5 + Buffer.byteLength(value.value);
    case 'binData':
      return 5 + value.value.length;
    case 'regex':
      return 2 + Buffer.byteLength(value.pattern) + Buffer.byteLength(value.flags);
    case 'object':
      return docSize(value.value);
    case 'array':
      return value.value.reduce((size, item, index) => size + 2 + String(index).length + valueSize(item), 5);
  }
}

function writeElement(out: Buffer, name: string, value: Value, start: number): number {
  out[start] = TYPE_BYTES[value.type];
  return writeValue(out, value, writeCString(out, name, start + 1));
}

function writeCString(out: Buffer, text: string, start: number): number {
  const at = start + out.write(text, start, 'utf8');
  out[at] = 0;
  return at + 1;
}

function writeValue(out: Buffer, value: Value, at: number): number {
  switch (value.type) {
    case 'double':
      return out.writeDoubleLE(value.value, at);
    case 'long':
    case 'date':
      return out.writeBigInt64LE(value.value, at);
    case 'timestamp':
      return out.writeBigUInt64LE(value.value, at);
    case 'int':
      return out.writeInt32LE(value.value, at);
    case 'bool':
      return out.writeUInt8(value.value ? 1 : 0, at);
    case 'decimal':
    case 'objectId':
      return at + value.value.copy(out, at);
    case 'null':
    case 'minKey':
    case 'maxKey':
      return at;
    case 'string':
    case 'javascript': {
      const end = writeCString(out, value.value, at + 4);
      out.writeInt32LE(end - at - 4, at);
      return end;
    }
    case 'binData':
      out.writeInt32LE(value.value.length, at);
      out[at + 4] = value.subtype;
      return at + 5 + value.value.copy(out, at + 5);
    case 'regex':
      return writeCString(out, value.flags, writeCString(out, value.pattern, at));
    case 'object':
      return writeDoc(out, value.value, at);
    case 'array': {
      let end = at + 4;
      value.value.forEach((item, index) => {
        end = writeElement(out, String(index), item, end);
      });
      return closeDoc(out, at, end);
    }
  }
}

/** Whether two values are the same to the byte, number types included. */
export function isIdentical(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a.type !== b.type) return false;
  const bytes = (value: Value) => encodeDoc(Doc.of(new Map([['', value]])));
  return bytes(a).equals(bytes(b));
}
