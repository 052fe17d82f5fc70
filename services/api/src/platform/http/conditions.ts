import type { Request } from 'express';

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
