import type { Request } from 'express';

/** One entity tag of a header: `"abc"` or `W/"abc"`. */
const TAG = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/;

function tagsOf(header: string): readonly string[] {
  return header
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => TAG.test(tag));
}

const opaque = (tag: string) => tag.replace(/^W\//, '');

/** If-None-Match: whether the client has what `etag` names. Compared weakly, as RFC 9110 wants it. */
export function isKnown(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).some((tag) => opaque(tag) === opaque(etag));
}

/** If-Match: whether the client means what `etag` names. Compared strongly. */
export function isMeant(header: string, etag: string): boolean {
  return header.trim() === '*' || tagsOf(header).includes(etag);
}

/** A time of a header in whole seconds; undefined when it is none. */
function secondsOf(header: string): number | undefined {
  const time = Date.parse(header);
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000);
}

/** What the client has, and what is there. */
interface Versions {
  readonly etag: string;
  readonly changedAt: Date;
}

/** Whether the client's copy is still good, so that 304 is the answer. */
export function isUnchanged(req: Request, { etag, changedAt }: Versions): boolean {
  const tags = req.headers['if-none-match'];
  if (tags !== undefined) return isKnown(tags, etag);
  const since = secondsOf(req.headers['if-modified-since'] ?? '');
  return since !== undefined && Math.floor(changedAt.getTime() / 1000) <= since;
}

/** If-Range: whether the part that the client asks for belongs to the whole it has. */
export function isSameWhole(req: Request, { etag, changedAt }: Versions): boolean {
  const header = req.headers['if-range'];
  if (typeof header !== 'string') return true;
  if (header.includes('"')) return header === etag;
  return secondsOf(header) === Math.floor(changedAt.getTime() / 1000);
}
