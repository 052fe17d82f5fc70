import { ByteWriter, checkBson, Doc, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';

/** The longest message, as in MongoDB. */
export const MAX_MESSAGE_BYTES = 48_000_000;
/** The old way to ask, in which the first hello comes, and the way of all the rest. */
export const OP_QUERY = 2004;
export const OP_MSG = 2013;
const OP_REPLY = 1;
const HEADER = 16;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;

/** One message as it came from the socket, without its header. */
export interface Message {
  readonly requestId: number;
  readonly opCode: number;
  readonly bytes: Buffer;
}

/** Cuts the bytes of a connection into messages. */
export class Framer {
  #pieces: Buffer[] = [];
  #length = 0;
  #wanted = HEADER;
  readonly #maxBytes: () => number;

  constructor(maxBytes: () => number) {
    this.#maxBytes = maxBytes;
  }

  /** The messages that are whole now. Throws at a length that no message can have: nothing behind it can be trusted. */
  *push(piece: Buffer): Generator<Message> {
    this.#pieces.push(piece);
    this.#length += piece.length;
    while (this.#length >= this.#wanted) {
      const bytes = Buffer.concat(this.#pieces);
      const length = bytes.readInt32LE(0);
      if (length < HEADER || length > this.#maxBytes()) fail(16, `message length ${length} is invalid`);
      const isWhole = bytes.length >= length;
      if (isWhole)
        yield { requestId: bytes.readInt32LE(4), opCode: bytes.readInt32LE(12), bytes: bytes.subarray(HEADER, length) };
      this.#pieces = [isWhole ? bytes.subarray(length) : bytes];
      this.#length = bytes.length - (isWhole ? length : 0);
      this.#wanted = isWhole ? HEADER : length;
    }
  }
}

/** Reads an OP_MSG: a body, and sequences of documents that become arrays of it. The client may want no reply (`w: 0`). */
export function parseMsg(bytes: Buffer): { readonly body: Doc; readonly isSilent: boolean } {
  if (bytes.length < 5) fail(22, 'OP_MSG is too short');
  const flags = bytes.readUInt32LE(0);
  if (flags & 0xffff & ~MORE_TO_COME) refuse(223, `The OP_MSG flags 0b${flags.toString(2)}`);
  const sections = new Map<string, Value>();
  let body: Doc | undefined;
  for (let at = 4; at < bytes.length; ) {
    const kind = bytes.readUInt8(at);
    if (kind > 1) fail(40432, `Unknown section kind ${kind}`);
    if (kind === 0 && body) fail(40430, 'Multiple body sections in message');
    const start = at + 1;
    at = kind === 0 ? checkBson(bytes, start) : parseSequence(bytes, start, sections);
    if (kind === 0) body = Doc.fromBytes(bytes.subarray(start, at));
  }
  if (!body) fail(40587, 'OP_MSG messages must have a body');
  for (const [name, documents] of sections) {
    if (body.get(name)) fail(40433, `Duplicate field between body and document sequence ${name}`);
    body = body.with(name, documents);
  }
  return { body, isSilent: (flags & MORE_TO_COME) !== 0 && (flags & EXHAUST_ALLOWED) === 0 };
}

function parseSequence(bytes: Buffer, start: number, sections: Map<string, Value>): number {
  const end = bytes.length - start < 5 ? 0 : start + bytes.readInt32LE(start);
  const nameEnd = bytes.indexOf(0, start + 4);
  const isWhole = end > start + 4 && end <= bytes.length && nameEnd >= 0 && nameEnd < end;
  if (!isWhole) fail(22, 'A document sequence is cut off');
  const name = bytes.toString('utf8', start + 4, nameEnd);
  if (sections.has(name)) fail(40431, `Duplicate document sequence: ${name}`);
  const documents: Value[] = [];
  for (let at = nameEnd + 1; at < end; ) {
    const next = checkBson(bytes, at, end);
    documents.push({ type: 'object', value: Doc.fromBytes(bytes.subarray(at, next)) });
    at = next;
  }
  sections.set(name, { type: 'array', value: documents });
  return end;
}

/** Reads an OP_QUERY on `$cmd`; answers to it go out as OP_REPLY. */
export function parseQuery(bytes: Buffer): Doc {
  const start = bytes.indexOf(0, 4) + 9;
  if (start < 9 || bytes.length < start) fail(22, 'OP_QUERY is cut off');
  if (!bytes.toString('utf8', 4, start - 9).endsWith('.$cmd')) refuse(5739101, 'An OP_QUERY that is no command');
  return Doc.fromBytes(bytes.subarray(start, checkBson(bytes, start)));
}

let lastId = 0;

/** The bytes of a reply, in the form in which the request came. */
export function encodeReply(responseTo: number, opCode: number, doc: Doc): Buffer {
  const out = new ByteWriter();
  const start = out.room(HEADER + (opCode === OP_QUERY ? 20 : 5));
  out.buffer.fill(0, start, out.length);
  doc.writeTo(out);
  lastId = (lastId + 1) & 0x7fffffff;
  for (const [slot, value] of [out.length, lastId, responseTo, opCode === OP_QUERY ? OP_REPLY : OP_MSG].entries())
    out.buffer.writeInt32LE(value, slot * 4);
  if (opCode === OP_QUERY) out.buffer.writeInt32LE(1, HEADER + 16);
  return out.buffer.subarray(0, out.length);
}
