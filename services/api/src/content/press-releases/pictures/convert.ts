import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import type { Bounds, Converted } from './converter.ts';

// Converts one picture: reads a file from stdin, writes a `Converted` and its forms to stdout. One process per picture, so a crash
// of the decoder breaks nothing else. It imports sharp alone to start fast; limits come as an argument.

const bounds: Bounds = JSON.parse(process.argv[2] ?? '{}');
/** Maximum lifetime in ms, beyond the deadline of the parent process, which may have ended. */
const LIFETIME_MS = 60_000;

type Form = Extract<Converted, { readonly width: number }>['forms'][number];

/** Makes this process the first to be killed when memory runs out. */
function offerItself(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Not on Linux.
  }
}

/** Restricts libvips to three formats, from memory. */
function onlyPictures(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
}

/** Returns why a picture is refused, by its header; undefined if it is accepted. */
function refusalOf({ width, height, depth, pages = 1 }: Metadata): string | undefined {
  if (width > bounds.side || height > bounds.side)
    return `is ${width} × ${height} pixels: at most ${bounds.side} on a side are accepted; make it smaller`;
  const bytesOfColour = depth === 'uchar' ? 1 : 2;
  if (width * height * bytesOfColour > bounds.pixels)
    return `is ${width} × ${height} pixels: at most ${bounds.pixels / 1e6} million are accepted, half of them with 16 bits a colour; make it smaller`;
  if (pages > 1) return 'moves: only still pictures are accepted';
  return undefined;
}

const encoded: Readonly<Record<Form['format'], (picture: Sharp) => Sharp>> = {
  avif: (picture) => picture.avif({ quality: 55, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 80 }),
  // Transparent areas become white.
  jpeg: (picture) => picture.flatten({ background: 'white' }).jpeg({ quality: 82 }),
};

/** Returns the pixels of the largest form: upright, in sRGB, without metadata. */
async function pixelsOf(file: Buffer): Promise<{ readonly data: Buffer; readonly info: OutputInfo }> {
  return sharp(file, { limitInputPixels: bounds.pixels, failOn: 'error' })
    .autoOrient()
    .resize({ ...bounds.largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
}

async function convert(file: Buffer): Promise<readonly [Converted, readonly Buffer[]]> {
  let pixels: Awaited<ReturnType<typeof pixelsOf>>;
  try {
    const refused = refusalOf(await sharp(file, { limitInputPixels: false }).metadata());
    if (refused !== undefined) return [{ refused }, []];
    pixels = await pixelsOf(file);
  } catch {
    return [{ refused: 'cannot be read: it is damaged or cut off; save it again, and choose it again' }, []];
  }
  const { data, info } = pixels;
  const { width, height, channels } = info;
  const forms: Form[] = [];
  const bytes: Buffer[] = [];
  for (const each of [...bounds.widths.filter((smaller) => smaller < width), width]) {
    for (const format of ['avif', 'webp', 'jpeg'] as const) {
      const smaller = sharp(data, { raw: { width, height, channels } }).resize({ width: each });
      const form = await encoded[format](smaller).toBuffer();
      forms.push({ width: each, format, bytes: form.length });
      bytes.push(form);
    }
  }
  return [{ width, height, forms }, bytes];
}

offerItself();
onlyPictures();
setTimeout(() => process.exit(1), LIFETIME_MS).unref();
const file = await buffer(process.stdin);
const [converted, bytes] = await convert(file);
process.stdout.end(Buffer.concat([Buffer.from(`${JSON.stringify(converted)}\n`), ...bytes]));
