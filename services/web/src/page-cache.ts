import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Pages of one lock are few; the bound is for odd paths and old locks. */
const MOST_PAGES = 200;

/** A page ready to be sent. */
export interface EncodedPage {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

async function encode(html: string): Promise<EncodedPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    zip(identity, { level: 9 }),
  ]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  return { etag, identity, br, gzip: gz };
}

/** Keeps pages compressed, the least recently used leaving first. */
export function createPageCache(): { get(key: string, render: () => Promise<string>): Promise<EncodedPage> } {
  const pages = new Map<string, Promise<EncodedPage>>();
  return {
    get(key, render) {
      const known = pages.get(key);
      if (known) {
        pages.delete(key);
        pages.set(key, known);
        return known;
      }
      const page = render().then(encode);
      pages.set(key, page);
      page.catch(() => pages.delete(key));
      const oldest = pages.keys().next().value;
      if (pages.size > MOST_PAGES && oldest !== undefined) pages.delete(oldest);
      return page;
    },
  };
}
