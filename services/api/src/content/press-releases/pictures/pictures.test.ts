import { type Picture, pictureSchema } from '@cytocomm/contract';
import sharp from 'sharp';
import { expectProblem, read, type TestBrowser } from '../../../testing/browser.ts';
import { drawPicture, PICTURES_PATH, uploadTo } from '../../../testing/pictures.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { MULTIPART, multipart } from '../../../testing/uploads.ts';

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());

const COLLECTIONS = ['pictures', 'pictures.files', 'pictures.chunks', 'picture_uploads'];
const stored = () => Promise.all(COLLECTIONS.map((name) => portal.connection.collection(name).countDocuments({})));

const uploaded = async (file: Buffer): Promise<Picture> => read(await uploadTo(admin, file), pictureSchema, 201);
const addressOfWidth = ({ url }: Picture, width: number) => url.replace(/\d+$/, String(width));
const AVIF = { Accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' };

it('a picture is stored in three widths and formats, upright and without metadata', async () => {
  const file = await drawPicture(2400, 1200)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Mallory' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(file).metadata()).orientation).toBe(6);
  const picture = await uploaded(file);
  expect(picture).toMatchObject({ width: 1200, height: 2400 });
  for (const width of [480, 960, 1200]) {
    for (const [accept, format] of [
      [AVIF.Accept, 'heif'],
      ['image/webp,*/*', 'webp'],
      ['image/avif;q=0, image/webp', 'webp'],
      ['*/*', 'jpeg'],
      ['image/*', 'jpeg'],
    ] as const) {
      const answer = await admin.get(addressOfWidth(picture, width), { headers: { Accept: accept } });
      expect(answer.status).toBe(200);
      const { width: really, height, format: kind, exif, icc, orientation } = await sharp(answer.bytes).metadata();
      expect({ really, height, kind, exif, icc, orientation }).toMatchObject({
        ...{ really: width, height: width * 2, kind: format },
        ...{ exif: undefined, icc: undefined, orientation: undefined },
      });
      expect(answer.bytes.includes('Mallory')).toBe(false);
      expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
    }
  }
  expectProblem(await admin.get(addressOfWidth(picture, 1600), { headers: AVIF }), 404, 'not-found');
});

it('small pictures keep their size, and JPEGs of transparent ones are white', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const picture = await uploaded(
    await sharp({ create: { width: 40, height: 30, channels: 4, background: clear } })
      .png()
      .toBuffer(),
  );
  expect(picture).toMatchObject({ width: 40, height: 30 });
  const { bytes } = await admin.get(picture.url, { headers: { Accept: '*/*' } });
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  expectProblem(await admin.get(addressOfWidth(picture, 480)), 404, 'not-found');
});

it('colors are converted to sRGB', async () => {
  for (const space of ['cmyk', 'p3'] as const) {
    const picture = await uploaded(await drawPicture(64, 64).withIccProfile(space).jpeg().toBuffer());
    const { bytes } = await admin.get(picture.url);
    expect(await sharp(bytes).metadata()).toMatchObject({ space: 'srgb', channels: 3 });
  }
});

describe('refused files', () => {
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const gif = async () => drawPicture(20, 20).gif().toBuffer();
  const CASES: readonly (readonly [string, () => Promise<Buffer> | Buffer, number, string, string])[] = [
    ['an SVG with a script', () => SVG, 415, 'unsupported-media-type', 'Only JPEG, PNG and WebP'],
    [
      'an SVG with a declaration',
      () => Buffer.concat([Buffer.from('<?xml version="1.0"?>'), SVG]),
      415,
      'unsupported-media-type',
      'Only JPEG',
    ],
    ['a GIF', gif, 415, 'unsupported-media-type', 'image/gif'],
    [
      'a GIF that is a script, too',
      () => Buffer.from('GIF89a/*\x01\x00\x01*/=1;alert(1)//'),
      415,
      'unsupported-media-type',
      'image/gif',
    ],
    ['words', () => Buffer.from('Words, no picture.'), 415, 'unsupported-media-type', 'none of them'],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%\n'), 415, 'unsupported-media-type', 'application/pdf'],
    ['a TIFF', () => drawPicture(20, 20).tiff().toBuffer(), 415, 'unsupported-media-type', 'image/tiff'],
    ['an empty file', () => Buffer.alloc(0), 400, 'validation', 'the file is empty'],
    ['the beginning of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 400, 'validation', 'damaged or cut off'],
    [
      'a JPEG that is cut off',
      async () => (await drawPicture(900, 900).jpeg().toBuffer()).subarray(0, 9000),
      400,
      'validation',
      'damaged or cut off',
    ],
    [
      'a PNG that is cut off',
      async () => (await drawPicture(900, 900).png().toBuffer()).subarray(0, 3000),
      400,
      'validation',
      'damaged or cut off',
    ],
    [
      'a WebP that is cut off',
      async () => (await drawPicture(900, 900).webp().toBuffer()).subarray(0, 1500),
      400,
      'validation',
      'damaged or cut off',
    ],
    [
      'a PNG whose pixels are noise',
      async () => (await drawPicture(300, 300).png().toBuffer()).fill(0xaa, 60, 400),
      400,
      'validation',
      'damaged or cut off',
    ],
    [
      'a picture 20,000 px wide',
      () =>
        sharp({ create: { width: 20_000, height: 2, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      400,
      'validation',
      '20000 × 2 pixels: at most 12000',
    ],
    [
      'a bomb: 11,000 × 11,000 px in a few kB',
      () =>
        sharp({ create: { width: 11_000, height: 11_000, channels: 3, background: 'red' } })
          .png()
          .toBuffer(),
      400,
      'validation',
      'at most 50 million',
    ],
    [
      'a bomb that only its head says: 60,000 × 60,000 px',
      async () => {
        const head = await drawPicture(10, 10).png().toBuffer();
        head.writeUInt32BE(60_000, 16);
        head.writeUInt32BE(60_000, 20);
        return head;
      },
      400,
      'validation',
      'body.file',
    ],
    [
      'a picture that moves',
      async () => {
        const frames = await Promise.all([10, 20].map((side) => drawPicture(side, 20).resize(20, 20).png().toBuffer()));
        return sharp(frames, { join: { animated: true } })
          .webp()
          .toBuffer();
      },
      400,
      'validation',
      'moves: only still pictures',
    ],
  ];
  it.each(CASES)('%s is refused with its reason, and leaves nothing', async (_what, file, status, code, words) => {
    const before = await stored();
    const problem = expectProblem(await uploadTo(admin, await file()), status, code);
    expect(`${problem.detail} ${problem.errors?.[0]?.path}`).toContain(words);
    expect(problem.errors).toMatchObject([{ path: 'body.file' }]);
    expect(await stored()).toEqual(before);
  });

  it('a file larger than 10 MB is refused, with and without a declared length', async () => {
    const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10 * 1024 * 1024)]);
    const before = await stored();
    const problem = expectProblem(await uploadTo(admin, large), 413, 'too-large');
    expect(problem).toMatchObject({ errors: [{ path: 'body.file' }] });
    expect(problem.detail).toContain('larger than 10 MB');
    const chunked = await admin.authorised('POST', PICTURES_PATH, {
      body: multipart([{ name: 'file', value: large, fileName: 'a.jpg' }]),
      headers: { 'Content-Type': MULTIPART, 'Transfer-Encoding': 'chunked' },
    });
    expectProblem(chunked, 413, 'too-large');
    expect(await stored()).toEqual(before);
  });

  it('data after the end of a picture is dropped', async () => {
    const both = Buffer.concat([
      await drawPicture(100, 100).jpeg().toBuffer(),
      Buffer.from('<script>alert("polyglot")</script>PK\x03\x04'),
    ]);
    const picture = await uploaded(both);
    for (const Accept of ['*/*', 'image/webp', 'image/avif'])
      expect((await admin.get(picture.url, { headers: { Accept } })).bytes.includes('polyglot')).toBe(false);
  });

  it.each([
    ['no form', { body: 'x', headers: { 'Content-Type': 'image/jpeg' } }, 415],
    ['another field', { body: multipart([{ name: 'picture', value: 'x', fileName: 'a.jpg' }]) }, 400],
    ['a text instead of a file', { body: multipart([{ name: 'file', value: 'x' }]) }, 400],
    ['a field more', { body: multipart([{ name: 'alt', value: 'x' }]) }, 400],
    ['no file', { body: multipart([]) }, 400],
  ] as const)('%s is refused', async (_what, sent, status) => {
    const answer = await admin.authorised('POST', PICTURES_PATH, {
      headers: { 'Content-Type': MULTIPART },
      ...sent,
    });
    expectProblem(answer, status);
  });
});

it('only admins can upload', async () => {
  const file = await drawPicture(20, 20).png().toBuffer();
  const before = await stored();
  const investor = await portal.signedInAs('i@x.example', 'investor', 'customer', 'developer');
  expectProblem(await uploadTo(investor, file), 403, 'forbidden');
  expectProblem(
    await portal.browser().post(PICTURES_PATH, multipart([{ name: 'file', value: file, fileName: 'a.png' }]), {
      headers: { 'Content-Type': MULTIPART },
    }),
    401,
    'not-signed-in',
  );
  expect(await stored()).toEqual(before);
});

it('an upload is in the audit trail', async () => {
  const { id } = await uploaded(await drawPicture(20, 20).png().toBuffer());
  expect(await portal.connection.collection('audit').findOne({ subject: id })).toMatchObject({
    action: 'picture.uploaded',
    actor: 'admin@x.example',
  });
});

it('beyond the quota no picture is converted, and the refusal says what to do', async () => {
  const file = await drawPicture(400, 300).png().toBuffer();
  await uploaded(file);
  const small = await portal.another({ MAX_PICTURES_MB: '0.0001' });
  const before = await stored();
  const answer = await portal.browser(small.url).call('POST', PICTURES_PATH, {
    body: multipart([{ name: 'file', value: file, fileName: 'a.png' }]),
    headers: { 'Content-Type': MULTIPART, Authorization: `Bearer ${await admin.token()}` },
    as: 'bare',
  });
  const problem = expectProblem(answer, 409, 'quota-exceeded');
  expect(problem.detail).toMatch(
    / of 0\.0 MB\. Ask an operator to raise MAX_PICTURES_MB\. Unused pictures are removed weeks after/,
  );
  expect(await stored()).toEqual(before);
});

it('a picture larger than the quota is not stored and leaves no files', async () => {
  const wide = await portal.another({ MAX_PICTURES_MB: '0.0001' });
  for (const name of COLLECTIONS) await portal.connection.collection(name).deleteMany({});
  const before = await stored();
  const answer = await portal.browser(wide.url).call('POST', PICTURES_PATH, {
    body: multipart([{ name: 'file', value: await drawPicture(400, 300).png().toBuffer(), fileName: 'a.png' }]),
    headers: { 'Content-Type': MULTIPART, Authorization: `Bearer ${await admin.token()}` },
    as: 'bare',
  });
  expectProblem(answer, 409, 'quota-exceeded');
  expect(await stored()).toEqual(before);
});
