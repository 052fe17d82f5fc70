import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { chooseCoding, FileUnusable, openFile, type StoredFile, stampOf, type Variant } from './stored-file.ts';

/** Further headers of a kind of files. */
export interface FileHeaders {
  /** For each response. */
  readonly always: OutgoingHttpHeaders;
  /** For 200, 206 and 304 of a file of this path, over the others. */
  found(path: string): OutgoingHttpHeaders;
}

/** The file on the disk has changed since it was checked. */
export class FileChanged extends FileUnusable {
  override readonly name = 'FileChanged';
}

/** Opens a checked file. Throws FileChanged. */
async function openUnchanged({ path, stamp }: Variant): Promise<FileHandle> {
  const { handle, stats } = await openFile(path);
  if (stampOf(stats) === stamp) return handle;
  await handle.close();
  throw new FileChanged(`${path} has changed`);
}

/** Forwards bytes. Throws FileUnusable when they end early: the client would wait for ever. */
async function* inFull(chunks: AsyncIterable<Buffer>, promised: number): AsyncGenerator<Buffer> {
  let passed = 0;
  for await (const chunk of chunks) {
    passed += chunk.length;
    yield chunk;
  }
  if (passed !== promised) throw new FileUnusable(`a file ended after ${passed} bytes of ${promised}`);
}

/**
 * Sends a response whose bytes are in memory, or that has none. Returns false for others. `id` is the request's, written with
 * the other headers: a separate one would cost as much as all.
 */
export function sendKept(
  response: ServerResponse,
  { status, headers, body }: FileAnswer,
  headersOfFile: OutgoingHttpHeaders,
  id?: string,
): boolean {
  const content = body?.variant.content;
  if (body && !content) return false;
  const ofRequest = id === undefined ? {} : { 'X-Request-Id': id };
  response.writeHead(status, { ...headersOfFile, ...headers, ...ofRequest });
  response.end(content?.subarray(body?.range.start, body?.range.end));
  return true;
}

/** Sends a response. Throws FileChanged before anything was sent, or the error that ended it. */
export async function sendAnswer(
  response: ServerResponse,
  answer: FileAnswer,
  headers: OutgoingHttpHeaders,
): Promise<void> {
  if (sendKept(response, answer, headers) || !answer.body) return;
  const { start, end } = answer.body.range;
  const handle = await openUnchanged(answer.body.variant);
  try {
    response.writeHead(answer.status, { ...headers, ...answer.headers });
    const bytes = handle.createReadStream({ start, end: end - 1 });
    await pipeline(bytes, (chunks) => inFull(chunks, end - start), response);
  } finally {
    // A client that left before the first byte never started the stream.
    await handle.close();
  }
}

/** Whether the client disconnected, or read nothing for too long. */
export function isClientGone(error: unknown): boolean {
  const { code }: { code?: unknown } = typeof error === 'object' ? { ...error } : {};
  return code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ERR_STREAM_UNABLE_TO_PIPE';
}

/** A part of a file: from `start` to before `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the part of a file of `size` bytes that a Range header names, 'unsatisfiable' for one outside the file, and 'whole'
 * for no header, several parts, another unit or a malformed header (allowed by RFC 9110, 14.2).
 */
export function wantedRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

/** The response to a request for a file, not yet sent. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly headers: Readonly<Record<string, string | number>>;
  /** The body; undefined for none. */
  readonly body?: { readonly variant: Variant; readonly range: ByteRange } | undefined;
}

function tagOf(integrity: string, { coding }: Variant): string {
  const hash = integrity.slice('sha384-'.length);
  return coding === 'identity' ? `"${hash}"` : `"${hash}-${coding}"`;
}

/** Whether a list of entity tags, or `*`, names a tag. Ours are strong, without commas. */
function names(header: string, tag: string, weakly = false): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((entry) => (weakly ? entry.trim().replace(/^W\//, '') : entry.trim()) === tag);
}

function chooseVariant(accepted: string | undefined, { plain, smallestFirst }: StoredFile): Variant {
  if (smallestFirst.length === 1) return plain;
  const coding = chooseCoding(
    accepted,
    smallestFirst.map((variant) => variant.coding),
  );
  return smallestFirst.find((variant) => variant.coding === coding) ?? plain;
}

/** Returns the response to GET or HEAD: the whole file, one part, or 304. */
export function answerFor({ method, headers }: IncomingMessage, integrity: string, file: StoredFile): FileAnswer {
  const variant = chooseVariant(headers['accept-encoding'], file);
  const tag = tagOf(integrity, variant);
  const validators = { ETag: tag, Vary: 'Accept-Encoding' };
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-range': ifRange } = headers;
  if (match !== undefined && !names(match, tag)) return { status: 412, headers: { 'Cache-Control': 'no-store' } };
  if (noneMatch !== undefined && names(noneMatch, tag, true)) return { status: 304, headers: validators };

  const size = variant.bytes;
  const sameWhole = ifRange === undefined || ifRange === tag;
  const wanted = method === 'GET' && sameWhole ? wantedRange(headers.range, size) : 'whole';
  if (wanted === 'unsatisfiable')
    return { status: 416, headers: { 'Content-Range': `bytes */${size}`, 'Cache-Control': 'no-store' } };
  const range = wanted === 'whole' ? { start: 0, end: size } : wanted;
  return {
    status: wanted === 'whole' ? 200 : 206,
    headers: {
      'Content-Type': file.contentType,
      ...validators,
      'Accept-Ranges': 'bytes',
      'Content-Length': range.end - range.start,
      ...(variant.coding === 'identity' ? {} : { 'Content-Encoding': variant.coding }),
      ...(wanted === 'whole' ? {} : { 'Content-Range': `bytes ${range.start}-${range.end - 1}/${size}` }),
    },
    body: method === 'HEAD' ? undefined : { variant, range },
  };
}
