import { Transform } from 'node:stream';

const BLOCK_BYTES = 512;
/** The most that one header of names and attributes may hold, in bytes: a path has some hundred. */
const MAX_LONG_HEADER_BYTES = 64 * 1024;
/** The most that all of them may hold: one of a block or two for each file. */
const MAX_LONG_HEADERS_BYTES = 4 * 1024 * 1024;

const TYPE_AT = 156;
const [SIZE_FROM, SIZE_TO] = [124, 136];
/** Types whose content is read at once, as text: PAX attributes and GNU names. */
const LONG_HEADERS = /[xgLKN]/;
const DIRECTORY = '5';

/** Returns what a header states as the size of its content, in bytes; undefined where readers may differ. */
function sizeIn(block: Buffer): number | undefined {
  const field = block.toString('latin1', SIZE_FROM, SIZE_TO);
  if (/^\0+$/.test(field)) return 0;
  return /^ *[0-7]+[ \0]*$/.test(field) ? Number.parseInt(field.trim(), 8) : undefined;
}

/**
 * Returns a stream that passes a tar on and looks at its headers first: whoever unpacks it reads long ones whole, on the
 * thread of the service. It fails with what `refuse` makes of a message for one that is too long, and for a header of which
 * it is not plain where its content ends.
 */
export function tarHeaderCheck(refuse: (message: string) => Error): Transform {
  const block = Buffer.alloc(BLOCK_BYTES);
  let filled = 0;
  /** What is left of the content, and of the block that it ends in. */
  let content = 0;
  let padding = 0;
  let longHeader: Buffer[] | undefined;
  let longHeaderBytes = 0;

  function readHeader(): void {
    filled = 0;
    longHeader = undefined;
    const type = String.fromCharCode(block[TYPE_AT] ?? 0);
    const size = sizeIn(block);
    if (size === undefined) throw refuse('has an entry without a plain size');
    if (type === DIRECTORY && size > 0) throw refuse('has a folder with content');
    content = size;
    padding = (BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES;
    if (!LONG_HEADERS.test(type)) return;
    longHeaderBytes += size;
    if (size > MAX_LONG_HEADER_BYTES || longHeaderBytes > MAX_LONG_HEADERS_BYTES)
      throw refuse('has names or attributes that are too long');
    longHeader = [];
  }

  /** Looks at a piece from `from`. Returns how far. */
  function read(piece: Buffer, from: number): number {
    const left = piece.length - from;
    if (content > 0) {
      const length = Math.min(content, left);
      longHeader?.push(piece.subarray(from, from + length));
      content -= length;
      // Another size than the header's would make content of headers, and headers of content.
      if (content === 0 && longHeader !== undefined && Buffer.concat(longHeader).includes(' size='))
        throw refuse('has an entry with two sizes');
      return from + length;
    }
    if (padding > 0) {
      const length = Math.min(padding, left);
      padding -= length;
      return from + length;
    }
    const length = Math.min(BLOCK_BYTES - filled, left);
    piece.copy(block, filled, from, from + length);
    filled += length;
    if (filled === BLOCK_BYTES) readHeader();
    return from + length;
  }

  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      try {
        for (let at = 0; at < piece.length; ) at = read(piece, at);
        done(null, piece);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
}
