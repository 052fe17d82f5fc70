import { ByteWriter, checkBson, Doc, toValue, type Value } from './bson.ts';
import { fail, refuse } from './errors.ts';

/** The longest message, as in MongoDB. */
export const MAX_MESSAGE_BYTES = 48_000_000;
/** The opcode of the first hello. */
const OP_QUERY = 2004;
/** The opcode of all other messages. */
const OP_MSG = 2013;
const OP_REPLY = 1;
const HEADER_BYTES = 16;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;

/** A message without its header. */
export interface Message {
  readonly requestId: number;
  readonly opCode: number;
  readonly bytes: Buffer;
}

/** Splits the bytes of a connection into messages. */
export class Framer {
  #chunks: Buffer[] = [];
  #length = 0;
  #needed = HEADER_BYTES;
  readonly #maxBytes: () => number;

  constructor(maxBytes: () => number) {
    this.#maxBytes = maxBytes;
  }

  /** Yields the complete messages. Throws on an invalid length or an unknown opcode, after which the stream cannot be parsed. */
  *push(chunk: Buffer): Generator<Message> {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= this.#needed) {
      const bytes = Buffer.concat(this.#chunks);
      const length = bytes.readInt32LE(0);
      if (length < HEADER_BYTES || length > this.#maxBytes()) fail(16, `message length ${length} is invalid`);
      const isComplete = bytes.length >= length;
      const [requestId, opCode] = [bytes.readInt32LE(4), bytes.readInt32LE(12)];
      if (opCode !== OP_MSG && opCode !== OP_QUERY) fail(59, `unknown opcode ${opCode}`);
      if (isComplete) yield { requestId, opCode, bytes: bytes.subarray(HEADER_BYTES, length) };
      this.#chunks = [isComplete ? bytes.subarray(length) : bytes];
      this.#length = bytes.length - (isComplete ? length : 0);
      this.#needed = isComplete ? HEADER_BYTES : length;
    }
  }
}

/** Parses a message: a body, and document sequences, which become arrays in it. `isSilent`: no reply is expected (`w: 0`). */
export function parseMessage({ opCode, bytes }: Message): { readonly body: Doc; readonly isSilent: boolean } {
  if (opCode === OP_QUERY) return { body: parseQuery(bytes), isSilent: false };
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
  const isComplete = end > start + 4 && end <= bytes.length && nameEnd >= 0 && nameEnd < end;
  if (!isComplete) fail(22, 'A document sequence is cut off');
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

/** Parses an OP_QUERY on `$cmd`, whose reply is an OP_REPLY. It has no `$db`. */
function parseQuery(bytes: Buffer): Doc {
  const start = bytes.indexOf(0, 4) + 9;
  if (start < 9 || bytes.length < start) fail(22, 'OP_QUERY is cut off');
  if (!bytes.toString('utf8', 4, start - 9).endsWith('.$cmd')) refuse(5739101, 'An OP_QUERY that is no command');
  return Doc.fromBytes(bytes.subarray(start, checkBson(bytes, start))).with('$db', toValue('admin'));
}

let lastId = 0;

/** Encodes a reply in the format of its request. */
export function encodeReply(responseTo: number, opCode: number, doc: Doc): Buffer {
  const out = new ByteWriter();
  const start = out.reserve(HEADER_BYTES + (opCode === OP_QUERY ? 20 : 5));
  out.buffer.fill(0, start, out.length);
  doc.writeTo(out);
  lastId = (lastId + 1) & 0x7fffffff;
  for (const [slot, value] of [out.length, lastId, responseTo, opCode === OP_QUERY ? OP_REPLY : OP_MSG].entries())
    out.buffer.writeInt32LE(value, slot * 4);
  if (opCode === OP_QUERY) out.buffer.writeInt32LE(1, HEADER_BYTES + 16);
  return out.buffer.subarray(0, out.length);
}
