import type { IncomingMessage } from 'node:http';
import { type ByteRange, wantedRange } from './byte-range.ts';
import { chooseCoding } from './content-coding.ts';
import type { StoredFile, Variant } from './stored-file.ts';

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
  const known = { ETag: tag, Vary: 'Accept-Encoding' };
  const { 'if-match': match, 'if-none-match': noneMatch, 'if-range': ifRange } = headers;
  if (match !== undefined && !names(match, tag)) return { status: 412, headers: { 'Cache-Control': 'no-store' } };
  if (noneMatch !== undefined && names(noneMatch, tag, true)) return { status: 304, headers: known };

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
      ...known,
      'Accept-Ranges': 'bytes',
      'Content-Length': range.end - range.start,
      ...(variant.coding === 'identity' ? {} : { 'Content-Encoding': variant.coding }),
      ...(wanted === 'whole' ? {} : { 'Content-Range': `bytes ${range.start}-${range.end - 1}/${size}` }),
    },
    body: method === 'HEAD' ? undefined : { variant, range },
  };
}
