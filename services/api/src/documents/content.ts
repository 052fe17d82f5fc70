import { randomUUID } from 'node:crypto';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { type ByteRange, wantedRanges } from '../http/byte-ranges.ts';
import { isSameWhole, isUnchanged } from '../http/conditions.ts';
import { ApiError } from '../http/problem.ts';
import type { FileStore } from '../storage/file-store.ts';
import { downloadName } from './file-name.ts';
import type { DocumentRecord } from './model.ts';
import { createSender } from './sending.ts';

/** Whatever the file holds may not run: no script, no form, no frame around it, nothing loaded. */
const SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Some pieces of the answer's body: bytes of the file, or text between them. */
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
  if (req.method !== 'GET' || !isSameWhole(req, { etag, changedAt: record.uploadedAt })) return undefined;
  const wanted = wantedRanges(req.headers.range, record.size);
  if (wanted === 'unsatisfiable') {
    const headers = { 'Content-Range': `bytes */${record.size}` };
    throw new ApiError(416, 'range-not-satisfiable', `The file has ${record.size} bytes.`, { headers });
  }
  return wanted === 'whole' ? undefined : wanted;
}

/** The answer to a request for a document's bytes, decided but not yet sent. */
export interface ContentAnswer {
  readonly status: 200 | 206 | 304;
  readonly headers: Readonly<Record<string, string>>;
  /** What the body is made of; nothing for HEAD and 304. */
  readonly pieces: readonly Piece[];
  /** Whether this opens the document, rather than reading on in it or looking at its headers. */
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

/** Decides what a request gets: everything, parts of it, or word that the client has it already. Throws 416 for a part that there is not. */
export function answerFor(req: Request, record: DocumentRecord, download: boolean): ContentAnswer {
  const etag = `"${record.sha256}"`;
  const headers = {
    ETag: etag,
    'Last-Modified': record.uploadedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    // Kept, but asked about each time: rights and documents come and go.
    'Cache-Control': record.visibility === 'public' ? 'public, no-cache' : 'private, no-cache',
    Vary: 'Authorization, Cookie',
    'Content-Disposition': contentDisposition(downloadName(record.name), { type: download ? 'attachment' : 'inline' }),
    'Content-Security-Policy': SANDBOX,
    'X-Content-Type-Options': 'nosniff',
  };
  const reads = req.method === 'GET';
  if (isUnchanged(req, { etag, changedAt: record.uploadedAt })) {
    return { status: 304, headers, pieces: [], opens: reads };
  }
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

/** Sends the answer; the bytes come from the store as the client takes them. Throws ClientGone and FileGone. */
export async function sendContent(
  res: Response,
  files: FileStore,
  record: DocumentRecord,
  answer: ContentAnswer,
): Promise<void> {
  res.status(answer.status).set(answer.headers);
  if (answer.pieces.length === 0) {
    res.end();
    return;
  }
  const file = { id: record.fileId, length: record.size, chunkSize: record.chunkSize };
  const sender = createSender(res);
  try {
    for (const piece of answer.pieces) {
      await (typeof piece === 'string'
        ? sender.sendText(piece)
        : sender.sendReading(files.read(file, piece.start, piece.end)));
    }
  } finally {
    sender.close();
  }
  res.end();
}
