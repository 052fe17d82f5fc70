import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { VerifiedFile } from './verified-file.ts';

/** A file as it is sent. */
export interface SentFile extends VerifiedFile {
  /** The hash of its plain bytes, its tag. */
  readonly hash: string;
  readonly type: string;
  /** Further headers, of a 304, too. */
  readonly headers: OutgoingHttpHeaders;
}

/** The response to a request for a file, not yet sent. */
export interface FileAnswer {
  readonly status: 200 | 206 | 304 | 412 | 416;
  readonly headers: OutgoingHttpHeaders;
  /** Undefined for none. */
  readonly body?: Buffer | undefined;
}

/** Whether an `Accept-Encoding` header allows a coding: named, or as one of all, with a weight above 0. */
export function allowsCoding(header: string, coding: string): boolean {
  const entries = header.split(',').map((entry) => entry.split(';').map((part) => part.trim().toLowerCase()));
  const entry = entries.find(([name]) => name === coding) ?? entries.find(([name]) => name === '*');
  const weight = entry?.find((part) => part.startsWith('q='));
  // An invalid weight counts as a refusal: all clients read plain bytes.
  return entry !== undefined && (weight === undefined || Number(weight.slice('q='.length)) > 0);
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

/** Whether a list of entity tags, or `*`, names a tag. Ours are strong, without commas. */
function names(header: string, tag: string, weakly = false): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((entry) => (weakly ? entry.trim().replace(/^W\//, '') : entry.trim()) === tag);
}

/** Returns the response to GET or HEAD of a file: of the smallest form that the client takes the whole or one part, or 304. */
export function answerFor({ method, headers: asked }: IncomingMessage, file: SentFile): FileAnswer {
  const twin = file.twins.find(({ coding }) => allowsCoding(asked['accept-encoding'] ?? '', coding));
  const content = twin?.content ?? file.plain;
  const tag = twin ? `"${file.hash}-${twin.coding}"` : `"${file.hash}"`;
  const validators = { ...file.headers, ETag: tag, Vary: 'Accept-Encoding' };
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-range': ifRange } = asked;
  const uncached = { ...file.headers, 'cache-control': 'no-store' };
  if (match !== undefined && !names(match, tag)) return { status: 412, headers: uncached };
  if (noneMatch !== undefined && names(noneMatch, tag, true)) return { status: 304, headers: validators };

  const size = content.length;
  const isSameWhole = ifRange === undefined || ifRange === tag;
  const wanted = method === 'GET' && isSameWhole ? wantedRange(asked.range, size) : 'whole';
  if (wanted === 'unsatisfiable') return { status: 416, headers: { ...uncached, 'Content-Range': `bytes */${size}` } };
  const { start, end } = wanted === 'whole' ? { start: 0, end: size } : wanted;
  return {
    status: wanted === 'whole' ? 200 : 206,
    headers: {
      'Content-Type': file.type,
      ...validators,
      'Accept-Ranges': 'bytes',
      'Content-Length': end - start,
      ...(twin && { 'Content-Encoding': twin.coding }),
      ...(wanted !== 'whole' && { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
    },
    body: method === 'HEAD' ? undefined : content.subarray(start, end),
  };
}
