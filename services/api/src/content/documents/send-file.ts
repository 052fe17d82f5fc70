import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { ApiError } from '../../platform/calls/problem.ts';
import {
  type ByteRange,
  ifMatchHolds,
  ifRangeHolds,
  isNotModified,
  requestedRanges,
} from '../../platform/http/conditions.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import type { Reading } from '../../platform/storage/reading.ts';
import type { DocumentRecord } from './model.ts';
import { downloadName } from './upload.ts';
import { lastModified } from './version-files.ts';

/** Bytes buffered for a client that does not read. */
const PIECE_BYTES = 64 * 1024;
/** Time after which reading ahead pauses for a client that does not read, in ms. */
const TIMEOUT_MS = 250;
/** Interval of the access check while a file is sent, in ms. */
export const RECHECK_INTERVAL_MS = 10_000;

/** The client disconnected before the end. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/** Sends a body as fast as the client reads. */
interface Sender {
  /** Sends a text; resolves when it is flushed. Throws ClientGone. */
  sendText(text: string): Promise<void>;
  /** Sends a reading and releases it; `onSent` is called with the bytes of each piece. Throws ClientGone, and what `read` and `assertReadable` throw. */
  sendReading(reading: Reading, onSent?: (bytes: number) => void): Promise<void>;
  /** Removes the listeners; to be called at the end. */
  close(): void;
}

/**
 * Creates the sender of a response, with one timer and one listener for all pieces. It calls `assertReadable` before a piece when it
 * has not for 10 s.
 */
function createSender(res: ServerResponse, assertReadable: () => Promise<unknown>): Sender {
  let checkedAt = performance.now();
  /** Called if the client does not read the current piece; undefined without one. */
  let onSlow: (() => void) | undefined;
  let onGone: (() => void) | undefined;
  const slowTimer = setTimeout(() => {
    const slow = onSlow;
    // Reads what has arrived: in a busy process the client may have been faster than this timer.
    setImmediate(() => slow === onSlow && slow?.());
  }, TIMEOUT_MS);
  const leave = () => onGone?.();
  res.once('close', leave);

  function send(bytes: Buffer, slow: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      // Another one for each piece.
      onSlow = () => slow();
      onGone = () => reject(new ClientGone('The client left before it had everything.'));
      slowTimer.refresh();
      res.write(bytes, (error) => {
        onSlow = undefined;
        if (error) onGone?.();
        else resolve();
      });
    });
  }

  return {
    sendText: (text) => send(Buffer.from(text), () => undefined),
    sendReading: async (reading, onSent) => {
      const buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
      try {
        for (let bytes = await reading.read(buffer); bytes > 0; bytes = await reading.read(buffer)) {
          if (performance.now() - checkedAt > RECHECK_INTERVAL_MS) {
            await assertReadable();
            checkedAt = performance.now();
          }
          await send(buffer.subarray(0, bytes), reading.pause);
          onSent?.(bytes);
        }
      } finally {
        reading.release();
      }
    },
    close: () => {
      clearTimeout(slowTimer);
      res.off('close', leave);
    },
  };
}

/** Allows no scripts, forms, frames or requests in the file. */
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** A piece of the body: bytes of the file, or text between them. */
type Piece = ByteRange | string;

function piecesOf(parts: readonly ByteRange[], size: number, contentType: string, boundary: string): readonly Piece[] {
  return [
    ...parts.flatMap((part): Piece[] => [
      `\r\n--${boundary}\r\nContent-Type: ${contentType}\r\nContent-Range: ${contentRange(part, size)}\r\n\r\n`,
      part,
    ]),
    `\r\n--${boundary}--\r\n`,
  ];
}

const contentRange = ({ start, end }: ByteRange, size: number) => `bytes ${start}-${end - 1}/${size}`;
const lengthOf = (piece: Piece) => (typeof piece === 'string' ? Buffer.byteLength(piece) : piece.end - piece.start);

function partsFor(req: Request, etag: string, record: DocumentRecord): readonly ByteRange[] | undefined {
  if (req.method !== 'GET' || !ifRangeHolds(req, { etag, changedAt: lastModified(record) })) return undefined;
  const ranges = requestedRanges(req.headers.range, record.size);
  if (ranges === 'unsatisfiable') {
    const headers = { 'Content-Range': `bytes */${record.size}` };
    throw new ApiError(416, 'range-not-satisfiable', `The file has ${record.size} bytes.`, { headers });
  }
  return ranges === 'whole' ? undefined : ranges;
}

/** The response to a request for a document's content, not yet sent. */
export interface ContentResponse {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** The body; empty for HEAD and 304. */
  readonly pieces: readonly Piece[];
  /** Whether it counts as opening the document: a GET from the first byte, or one answered 304. */
  readonly opens: boolean;
}

function bodyFor(req: Request, etag: string, record: DocumentRecord) {
  const { size, contentType } = record;
  const parts = partsFor(req, etag, record);
  const [first] = parts ?? [];
  if (parts === undefined || first === undefined) {
    const whole = { start: 0, end: size };
    return { status: 200 as const, pieces: [whole], headers: { 'Content-Type': contentType } };
  }
  if (parts.length === 1) {
    const headers = { 'Content-Type': contentType, 'Content-Range': contentRange(first, size) };
    return { status: 206 as const, pieces: [first], headers };
  }
  const boundary = randomUUID();
  const headers = { 'Content-Type': `multipart/byteranges; boundary=${boundary}` };
  return { status: 206 as const, pieces: piecesOf(parts, size, contentType, boundary), headers };
}

/** Throws 412 if the client expects another file, so that parts of two are never mixed. */
function assertMeant(req: Request, etag: string): void {
  const ifMatch = req.headers['if-match'];
  if (ifMatch === undefined || ifMatchHolds(ifMatch, etag)) return;
  const detail = 'This document has a newer file than the one you requested.';
  throw new ApiError(412, 'precondition-failed', detail, { headers: { ETag: etag } });
}

const etagOf = ({ sha256 }: DocumentRecord) => `"${sha256}"`;

/** Whether the client has the current file, by its conditional headers. */
export function hasCurrentCopy(req: Request, record: DocumentRecord): boolean {
  return isNotModified(req, { etag: etagOf(record), changedAt: lastModified(record) });
}

/** How a file is requested. */
interface ContentOptions {
  readonly download: boolean;
  /** Whether 304 may be sent to a client that has the file. */
  readonly allowNotModified: boolean;
}

/** Returns the response: the file, parts of it, or 304. Throws 416 for a range outside the file, 412 for another file. */
export function responseFor(
  req: Request,
  record: DocumentRecord,
  { download, allowNotModified }: ContentOptions,
): ContentResponse {
  const etag = etagOf(record);
  assertMeant(req, etag);
  const headers = {
    ETag: etag,
    'Last-Modified': lastModified(record).toUTCString(),
    'Accept-Ranges': 'bytes',
    // Cached, but revalidated: rights and documents change.
    'Cache-Control': record.visibility === 'public' ? 'public, no-cache' : 'private, no-cache',
    Vary: 'Authorization, Cookie',
    'Content-Disposition': contentDisposition(downloadName(record.name), { type: download ? 'attachment' : 'inline' }),
    'Content-Security-Policy': SANDBOX,
    'X-Content-Type-Options': 'nosniff',
  };
  const reads = req.method === 'GET';
  if (allowNotModified && hasCurrentCopy(req, record)) return { status: 304, headers, pieces: [], opens: reads };
  const body = bodyFor(req, etag, record);
  const length = body.pieces.reduce((sum, piece) => sum + lengthOf(piece), 0);
  const fromStart = body.pieces.some((piece) => typeof piece === 'object' && piece.start === 0);
  return {
    status: body.status,
    headers: { ...headers, ...body.headers, 'Content-Length': String(length) },
    pieces: reads ? body.pieces : [],
    opens: reads && fromStart,
  };
}

/** Options of `sendContent`. */
interface Sent {
  /** The client's network; memory is shared out by network. */
  readonly network: string;
  /** Throws once the client may no longer read the file; called every 10 s. */
  readonly assertReadable: () => Promise<unknown>;
  /** Called once with the sent parts, before the last byte leaves or when the client disconnects. */
  readonly note?: (parts: readonly ByteRange[]) => Promise<void>;
}

/** Sends the response as fast as the client reads. Throws ClientGone, FileGone, and what `assertReadable` throws. */
export async function sendContent(
  res: Response,
  files: FileStore,
  record: DocumentRecord,
  response: ContentResponse,
  { network, assertReadable, note }: Sent,
): Promise<void> {
  res.status(response.status).set(response.headers);
  if (response.pieces.length === 0) {
    res.end();
    return;
  }
  const file = { id: record.fileId, length: record.size, chunkSize: record.chunkSize };
  const sender = createSender(res, assertReadable);
  const sent: { start: number; end: number }[] = [];
  let isNoted = note === undefined;

  async function sendPart({ start, end }: ByteRange): Promise<void> {
    const part = { start, end: start };
    sent.push(part);
    await sender.sendReading(files.read(file, start, end, network), (bytes) => {
      part.end += bytes;
    });
  }

  async function noteSent(parts: readonly ByteRange[]): Promise<void> {
    if (isNoted || parts.every(({ start, end }) => start === end)) return;
    isNoted = true;
    await note?.(parts);
  }

  const last = response.pieces.findLast((piece) => typeof piece === 'object');
  try {
    for (const piece of response.pieces) {
      if (typeof piece === 'string') await sender.sendText(piece);
      else if (isNoted || piece !== last) await sendPart(piece);
      else {
        const lastByte = { start: piece.end - 1, end: piece.end };
        await sendPart({ start: piece.start, end: lastByte.start });
        await noteSent([...sent, lastByte]);
        await sendPart(lastByte);
      }
    }
  } finally {
    sender.close();
    await noteSent(sent);
  }
  res.end();
}
