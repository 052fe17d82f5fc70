import { checkBson } from './check-bson.ts';
import { Doc, type Value } from './document.ts';
import { docSize, writeDoc } from './encode.ts';
import { MongoError, refuse } from './errors.ts';
import { MAX_MESSAGE_BYTES } from './handshake.ts';

/** One message as it came from the socket. */
export interface Message {
  readonly requestId: number;
  readonly opCode: number;
  readonly bytes: Buffer;
}

/** A command taken out of a message. */
export interface ParsedMessage {
  readonly body: Doc;
  /** The client wants no reply (`w: 0`). */
  readonly isSilent: boolean;
}

const HEADER = 16;
const OP_REPLY = 1;
/** The old way to ask; only the first hello comes like this. */
export const OP_QUERY = 2004;
export const OP_MSG = 2013;
const CHECKSUM = 1;
const MORE_TO_COME = 2;
const EXHAUST_ALLOWED = 1 << 16;

/** Cuts the bytes of a connection into messages. */
export class Framer {
  #pieces: Buffer[] = [];
  #length = 0;
  #wanted = HEADER;

  /** The messages that are whole now. Throws at a length that no message can have: nothing behind it can be trusted. */
  push(piece: Buffer): readonly Message[] {
    this.#pieces.push(piece);
    this.#length += piece.length;
    const messages: Message[] = [];
    while (this.#length >= this.#wanted) {
      const bytes = this.#pieces.length === 1 && this.#pieces[0] ? this.#pieces[0] : Buffer.concat(this.#pieces);
      const length = bytes.readInt32LE(0);
      if (length < HEADER || length > MAX_MESSAGE_BYTES)
        throw new MongoError(
          16,
          `recv(): message msgLen ${length} is invalid. Min ${HEADER} Max: ${MAX_MESSAGE_BYTES}`,
        );
      const isWhole = bytes.length >= length;
      if (isWhole)
        messages.push({
          requestId: bytes.readInt32LE(4),
          opCode: bytes.readInt32LE(12),
          bytes: bytes.subarray(HEADER, length),
        });
      const rest = isWhole ? bytes.subarray(length) : bytes;
      this.#pieces = rest.length > 0 ? [rest] : [];
      this.#length = rest.length;
      this.#wanted = isWhole ? HEADER : length;
    }
    return messages;
  }
}

/** Reads an OP_MSG: a body, and sequences of documents that become arrays of it. */
export function parseMsg(bytes: Buffer): ParsedMessage {
  if (bytes.length < 5) throw new MongoError(22, 'OP_MSG is too short');
  const flags = bytes.readUInt32LE(0);
  if (flags & CHECKSUM) throw refuse(223, 'An OP_MSG with a checksum');
  if (flags & 0xffff & ~MORE_TO_COME)
    throw new MongoError(223, `Message contains illegal flags value: Ob${flags.toString(2)}`);
  let body: Doc | undefined;
  const sequences = new Map<string, Value>();
  let at = 4;
  while (at < bytes.length) {
    const kind = bytes.readUInt8(at);
    if (kind === 0) {
      if (body) throw new MongoError(40430, 'Multiple body sections in message');
      const end = checkBson(bytes, at + 1);
      body = Doc.fromBytes(bytes.subarray(at + 1, end));
      at = end;
    } else if (kind === 1) {
      at = parseSequence(bytes, at + 1, sequences);
    } else {
      throw new MongoError(40432, `Unknown section kind ${kind}`);
    }
  }
  if (!body) throw new MongoError(40587, 'OP_MSG messages must have a body');
  for (const [name, documents] of sequences) {
    if (body.has(name)) throw new MongoError(40433, `Duplicate field between body and document sequence ${name}`);
    body = body.with(name, documents);
  }
  return { body, isSilent: (flags & MORE_TO_COME) !== 0 && (flags & EXHAUST_ALLOWED) === 0 };
}

function parseSequence(bytes: Buffer, start: number, sequences: Map<string, Value>): number {
  if (bytes.length - start < 5) throw new MongoError(22, 'A document sequence is cut off');
  const end = start + bytes.readInt32LE(start);
  const nameEnd = bytes.indexOf(0, start + 4);
  if (end <= start + 4 || end > bytes.length || nameEnd < 0 || nameEnd >= end)
    throw new MongoError(22, 'A document sequence is cut off');
  const name = bytes.toString('utf8', start + 4, nameEnd);
  if (sequences.has(name)) throw new MongoError(40431, `Duplicate document sequence: ${name}`);
  const documents: Value[] = [];
  let at = nameEnd + 1;
  while (at < end) {
    const next = checkBson(bytes, at, end);
    documents.push({ type: 'object', value: Doc.fromBytes(bytes.subarray(at, next)) });
    at = next;
  }
  sequences.set(name, { type: 'array', value: documents });
  return end;
}

/** Reads an OP_QUERY on `$cmd`; answers to it go out as OP_REPLY. */
export function parseQuery(bytes: Buffer): Doc {
  const nameEnd = bytes.indexOf(0, 4);
  const start = nameEnd + 9;
  if (nameEnd < 0 || bytes.length < start) throw new MongoError(22, 'OP_QUERY is cut off');
  if (!bytes.toString('utf8', 4, nameEnd).endsWith('.$cmd')) throw refuse(5739101, 'An OP_QUERY that is not a command');
  checkBson(bytes, start);
  return Doc.fromBytes(bytes.subarray(start, start + bytes.readInt32LE(start)));
}

let lastId = 0;

/** The bytes of a reply, in the form in which the request came. */
export function encodeReply(responseTo: number, opCode: number, doc: Doc): Buffer {
  const before = opCode === OP_QUERY ? 20 : 5;
  const out = Buffer.alloc(HEADER + before, 0);
  const whole = Buffer.allocUnsafe(out.length + docSize(doc));
  lastId = (lastId + 1) & 0x7fffffff;
  out.writeInt32LE(whole.length, 0);
  out.writeInt32LE(lastId, 4);
  out.writeInt32LE(responseTo, 8);
  out.writeInt32LE(opCode === OP_QUERY ? OP_REPLY : OP_MSG, 12);
  if (opCode === OP_QUERY) out.writeInt32LE(1, HEADER + 16);
  out.copy(whole);
  writeDoc(whole, doc, out.length);
  return whole;
}
