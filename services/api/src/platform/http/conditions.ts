import type { Request } from 'express';

/** A part of a file: from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The result of a Range header. */
export type RequestedRanges = 'whole' | 'unsatisfiable' | readonly ByteRange[];

/** For more parts the whole file is sent, as RFC 9110 (14.2) allows. */
const MAX_PARTS = 16;
/** A longer header is ignored. */
const MAX_HEADER_LENGTH = 4096;

function rangeOf(spec: string, size: number): ByteRange | 'none' | 'malformed' {
  const [, first, last] = /^(\d*)-(\d*)$/.exec(spec.trim()) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'malformed';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'malformed';
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  return start < size ? { start, end } : 'none';
}

/** Returns the parts in order, overlapping and adjacent ones joined. */
export function joinRanges(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const parts: ByteRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = parts.at(-1);
    if (last !== undefined && range.start <= last.end) {
      parts[parts.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else {
      parts.push(range);
    }
  }
  return parts;
}

/** Returns the ranges of a header for a file of `size` bytes. A malformed header or another unit is ignored (RFC 9110, 14.2). */
export function requestedRanges(header: string | undefined, size: number): RequestedRanges {
  if (header === undefined || header.length > MAX_HEADER_LENGTH || !/^bytes=/i.test(header)) return 'whole';
  const specs = header
    .slice('bytes='.length)
    .split(',')
    .filter((spec) => spec.trim() !== '');
  if (specs.length === 0) return 'whole';
  const ranges = specs.map((spec) => rangeOf(spec, size));
  if (ranges.includes('malformed')) return 'whole';
  const parts = joinRanges(ranges.filter((range): range is ByteRange => typeof range === 'object'));
  if (parts.length === 0) return 'unsatisfiable';
  return parts.length > MAX_PARTS ? 'whole' : parts;
}

/** An entity tag: `"abc"` or `W/"abc"`. */
const TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

function tagsOf(header: string): readonly string[] {
  return header
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => TAG.test(tag));
}

const opaque = (tag: string) => tag.replace(/^W\//, '');

/** Whether If-None-Match names this tag, by weak comparison (RFC 9110, 13.1.2). */
export function ifNoneMatchFails(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).some((tag) => opaque(tag) === opaque(etag));
}

/** Whether If-Match names this tag, by strong comparison (RFC 9110, 13.1.1). */
export function ifMatchHolds(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).includes(etag);
}

/** Returns a header's date in whole seconds; undefined when it is none. */
function secondsOf(header: string): number | undefined {
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

/** The stored version. */
interface Versions {
  readonly etag: string;
  readonly changedAt: Date;
}

/** Whether the client's copy is current, which means 304. */
export function isNotModified(req: Request, { etag, changedAt }: Versions): boolean {
  const tags = req.headers['if-none-match'];
  if (tags !== undefined) return ifNoneMatchFails(tags, etag);
  const since = secondsOf(req.headers['if-modified-since'] ?? '');
  return since !== undefined && Math.floor(changedAt.getTime() / 1000) <= since;
}

/** Whether If-Range names this version, or is absent. */
export function ifRangeHolds(req: Request, { etag, changedAt }: Versions): boolean {
  const header = req.headers['if-range'];
  if (typeof header !== 'string') return true;
  if (header.includes('"')) return header === etag;
  return secondsOf(header) === Math.floor(changedAt.getTime() / 1000);
}
