import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** How much the kept pages may take; a page in its three forms takes some 150 KB. */
const MAX_BYTES = 32 * 1024 * 1024;
/** How long a page is kept that was not made as it should be, in ms. */
const INCOMPLETE_TTL_MS = 2000;

/** A page that was made. */
export interface MadePage {
  readonly html: string;
  /** False for a page that lacks something it may have the next time; it is kept for a short while. */
  readonly complete: boolean;
}

/** How a page's bytes may be encoded. */
type PageEncoding = 'identity' | 'br' | 'gzip';

/** A page ready to be sent. */
export interface EncodedPage {
  /** Returns the entity tag of one encoding: other bytes have another strong tag (RFC 9110, 8.8.3). */
  etag(encoding: PageEncoding): string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** Pages by key, compressed. */
export interface PageCache {
  /** The page of this key, made now where there is none; whoever asks while it is made gets the same. */
  get(key: string, make: () => Promise<MadePage>): Promise<EncodedPage>;
}

interface Kept {
  readonly page: Promise<EncodedPage>;
  /** Distinguishes it from one made before or after it under the same key. */
  readonly turn: number;
  /** 0 while it is made. */
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

/** Keeps pages up to this many bytes, the least recently used leaving first. */
export function createPageCache(maxBytes = MAX_BYTES, now: () => number = Date.now): PageCache {
  const pages = new Map<string, Kept>();
  let bytes = 0;
  let turns = 0;

  function drop(key: string): void {
    bytes -= pages.get(key)?.bytes ?? 0;
    pages.delete(key);
  }

  function finished(key: string, turn: number, complete: boolean, { identity, br, gzip: gz }: EncodedPage): void {
    const kept = pages.get(key);
    if (kept?.turn !== turn) return;
    kept.bytes = identity.length + br.length + gz.length;
    if (!complete) kept.until = now() + INCOMPLETE_TTL_MS;
    bytes += kept.bytes;
    for (const oldest of pages.keys()) {
      if (bytes <= maxBytes) break;
      drop(oldest);
    }
  }

  async function makeNow(key: string, turn: number, make: () => Promise<MadePage>): Promise<EncodedPage> {
    try {
      const { html, complete } = await make();
      const page = await encode(html);
      finished(key, turn, complete, page);
      return page;
    } catch (error) {
      if (pages.get(key)?.turn === turn) drop(key);
      throw error;
    }
  }

  return {
    get(key, make) {
      const known = pages.get(key);
      if (known && now() < known.until) {
        pages.delete(key);
        pages.set(key, known);
        return known.page;
      }
      drop(key);
      const turn = ++turns;
      const page = makeNow(key, turn, make);
      pages.set(key, { page, turn, bytes: 0, until: Number.POSITIVE_INFINITY });
      return page;
    },
  };
}
