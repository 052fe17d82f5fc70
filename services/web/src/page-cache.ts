import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** How many bytes the cache may take; a page takes some 150 KB in its three encodings. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How long an incomplete page is cached, in ms. */
const INCOMPLETE_TTL_MS = 2000;
/** How long after its content has changed a rendering may still be sent, in ms: nothing that is withdrawn stays. */
const LAST_GOOD_TTL_MS = 60_000;

/** A rendered page. */
export interface RenderedPage {
  readonly html: string;
  /** Whether nothing is missing; an incomplete page is cached for two seconds. */
  readonly complete: boolean;
}

/** An encoding of a page. */
type PageEncoding = 'identity' | 'br' | 'gzip';

/** A page ready to be sent. */
export interface EncodedPage {
  /** Returns the entity tag of one encoding: other bytes have another strong tag (RFC 9110, 8.8.3). */
  etag(encoding: PageEncoding): string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** A page that somebody asks for. */
interface AskedPage {
  /** What is the same of all its renderings: where it is, and of which lock. */
  readonly place: string;
  /** What its content is made of. */
  readonly content: string;
  readonly make: () => Promise<RenderedPage>;
  /** Returns the page without markup, which is sent when there is no rendering in time and there was none before. */
  readonly bare: () => string;
  /** How long the request can wait, in ms. */
  readonly leftMs: number;
}

/** Compressed pages by place and content. */
export interface PageCache {
  /**
   * Returns a page, made once for all concurrent calls. One that is not whole in time is the last good rendering of its place, or the
   * bare page; what is made all the same is there for the next who asks.
   */
  get(page: AskedPage): Promise<EncodedPage>;
}

interface Entry {
  readonly page: Promise<EncodedPage>;
  readonly place: string;
  /** The page, once it is there and nothing is missing. */
  whole?: EncodedPage;
  /** Distinguishes it from other pages under the same key. */
  readonly version: number;
  /** When its content was last asked for, in ms. */
  askedAt: number;
  /** 0 until it is made. */
  bytes: number;
  until: number;
}

async function encode(html: string): Promise<EncodedPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
    zip(identity, { level: 9 }),
  ]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  const etag = (encoding: PageEncoding) => (encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`);
  return { etag, identity, br, gzip: gz };
}

/** Resolves to undefined when a promise is not settled in time. A late rejection is ignored. */
async function withinMs<Made>(promise: Promise<Made>, leftMs: number): Promise<Made | undefined> {
  promise.catch(() => undefined);
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), leftMs);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Creates a cache of this many bytes, 32 MiB by default; the least recently used pages leave first. */
export function createPageCache(maxBytes = MAX_BYTES, now: () => number = Date.now): PageCache {
  const pages = new Map<string, Entry>();
  let bytes = 0;
  let lastVersion = 0;

  function drop(key: string): void {
    bytes -= pages.get(key)?.bytes ?? 0;
    pages.delete(key);
  }

  function finished(key: string, version: number, complete: boolean, page: EncodedPage): void {
    const entry = pages.get(key);
    if (entry?.version !== version) return;
    entry.bytes = page.identity.length + page.br.length + page.gzip.length;
    if (complete) entry.whole = page;
    else entry.until = now() + INCOMPLETE_TTL_MS;
    bytes += entry.bytes;
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  async function makeNow(key: string, version: number, make: () => Promise<RenderedPage>): Promise<EncodedPage> {
    try {
      const { html, complete } = await make();
      const page = await encode(html);
      finished(key, version, complete, page);
      return page;
    } catch (error) {
      if (pages.get(key)?.version === version) drop(key);
      throw error;
    }
  }

  /** Returns the entry of a page that is there or being made. */
  function entryOf({ place, content, make }: AskedPage): Entry {
    const key = `${place} ${content}`;
    const entry = pages.get(key);
    if (entry && now() < entry.until) {
      entry.askedAt = now();
      pages.delete(key);
      pages.set(key, entry);
      return entry;
    }
    drop(key);
    const version = ++lastVersion;
    const created: Entry = {
      page: makeNow(key, version, make),
      ...{ place, version, askedAt: now(), bytes: 0, until: Number.POSITIVE_INFINITY },
    };
    pages.set(key, created);
    return created;
  }

  const lastGood = (place: string) =>
    [...pages.values()].findLast(
      (entry) => entry.place === place && entry.whole && now() - entry.askedAt < LAST_GOOD_TTL_MS,
    )?.whole;

  return {
    async get(request) {
      const entry = entryOf(request);
      const inTime = await withinMs(entry.page, request.leftMs);
      if (entry.whole !== undefined) return entry.whole;
      return lastGood(request.place) ?? inTime ?? encode(request.bare());
    },
  };
}
