import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import type { Bounds, Converted } from './converter.ts';

// The program that converts one picture: a file comes in at stdin, a `Converted` and its forms go out at stdout. It ends
// with the picture, so that what breaks the decoder breaks nothing else. It imports sharp alone, so that it starts at once: what it
// must know of the contract stands in its argument.

const bounds: Bounds = JSON.parse(process.argv[2] ?? '{}');
/** Beyond the deadline of whoever started it, who may be gone, in ms. */
const LIFETIME_MS = 60_000;

type Form = Extract<Converted, { readonly width: number }>['forms'][number];

/** Lets the machine end this process rather than another when it has no memory left. */
function offerItself(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Another system than Linux.
  }
}

/** Lets libvips open three kinds of files, from memory, and nothing else. */
function onlyPictures(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
}

/** Returns why a picture is not taken, by what its first bytes say; undefined when it is. */
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
  // What is transparent stands on paper.
  jpeg: (picture) => picture.flatten({ background: 'white' }).jpeg({ quality: 82 }),
};

/** Returns the pixels of the largest form: upright, in sRGB, and nothing of what else the file says. */
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
