import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** How many bytes the cache may take; a page takes some 150 KB in its three encodings. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How long an incomplete page is cached, in ms. */
const INCOMPLETE_TTL_MS = 2000;

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

/** Compressed pages by key. */
export interface PageCache {
  /** Returns the page of a key, made once for all concurrent calls. */
  get(key: string, make: () => Promise<RenderedPage>): Promise<EncodedPage>;
}

interface Entry {
  readonly page: Promise<EncodedPage>;
  /** Distinguishes it from other pages under the same key. */
  readonly version: number;
  /** 0 until it is made. */
  bytes: number;
  until: number;
}

async function encode(html: string): Promise<EncodedPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    zip(identity, { level: 9 }),
  ]);
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27);
  const etag = (encoding: PageEncoding) => (encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`);
  return { etag, identity, br, gzip: gz };
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

  function finished(key: string, version: number, complete: boolean, { identity, br, gzip: gz }: EncodedPage): void {
    const entry = pages.get(key);
    if (entry?.version !== version) return;
    entry.bytes = identity.length + br.length + gz.length;
    if (!complete) entry.until = now() + INCOMPLETE_TTL_MS;
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

  return {
    get(key, make) {
      const entry = pages.get(key);
      if (entry && now() < entry.until) {
        pages.delete(key);
        pages.set(key, entry);
        return entry.page;
      }
      drop(key);
      const version = ++lastVersion;
      const page = makeNow(key, version, make);
      pages.set(key, { page, version, bytes: 0, until: Number.POSITIVE_INFINITY });
      return page;
    },
  };
}
