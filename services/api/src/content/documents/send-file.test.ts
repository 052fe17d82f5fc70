import { documentSchema, problemSchema, type StoredDocument } from '@cytocomm/contract';
import { type Answer, read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

/** Longer than several chunks, and every place in it can be told from every other. */
const CONTENT = Buffer.concat([
  Buffer.from('%PDF-1.7\n'),
  Buffer.from(Array.from({ length: 90_000 }, (_, i) => i.toString(36).padStart(9, '.')).join('')),
]);
const SIZE = CONTENT.length;
const CHUNK = 255 * 1024;

let portal: TestPortal;
let investor: TestBrowser;
let document: StoredDocument;
let etag: string;

beforeAll(async () => {
  portal = await startTestPortal();
  investor = await portal.signedInAs('investor@x.example', 'investor');
  const admin = await portal.signedInAs('admin@x.example', 'admin');
  const body = multipart([
    { name: 'title', value: 'Long' },
    { name: 'visibility', value: 'investor' },
    { name: 'file', value: CONTENT, fileName: 'Jahresbericht “2024” 年報.pdf' },
  ]);
  document = read(
    await admin.authorised('POST', '/api/admin/documents', { headers: { 'Content-Type': MULTIPART }, body }),
    documentSchema,
    201,
  );
  etag = `"${document.sha256}"`;
});
afterAll(() => portal.stop());

const get = (headers: Record<string, string> = {}, query = '') => investor.get(document.url + query, { headers });
const head = (headers: Record<string, string> = {}) => investor.call('HEAD', document.url, { headers });

function expectPart(answer: Answer, start: number, end: number): void {
  expect(answer.status).toBe(206);
  expect(answer.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${SIZE}`);
  expect(answer.headers['content-length']).toBe(String(end - start));
  expect(answer.bytes.equals(CONTENT.subarray(start, end))).toBe(true);
}

describe('the whole file', () => {
  it('is sent byte for byte, with its headers', async () => {
    const answer = await get();
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(CONTENT)).toBe(true);
    expect(answer.headers).toMatchObject({
      etag,
      'last-modified': new Date(document.uploadedAt).toUTCString(),
      'accept-ranges': 'bytes',
      'content-type': 'application/pdf',
      'content-length': String(SIZE),
      'cache-control': 'private, no-cache',
      vary: 'Authorization, Cookie',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy.split(/;\s*/)).toEqual(expect.arrayContaining(['sandbox', "default-src 'none'"]));
  });

  it('is shown, or saved under its own name', async () => {
    const name =
      'filename="Jahresbericht ?2024? ??.pdf"; filename*=UTF-8\'\'Jahresbericht%20%E2%80%9C2024%E2%80%9D%20%E5%B9%B4%E5%A0%B1.pdf';
    expect((await head()).headers['content-disposition']).toBe(`inline; ${name}`);
    expect((await get({}, '?download=1')).headers['content-disposition']).toBe(`attachment; ${name}`);
  });

  it.each(['?download=2', '?download', '?download=1&download=1'])('is refused for %s', async (query) => {
    expect(read(await get({}, query), problemSchema, 400).code).toBe('validation');
  });

  it('is not sent for HEAD, which has the same headers', async () => {
    const [asked, got] = [await head(), await get()];
    expect(asked.status).toBe(200);
    expect(asked.bytes).toHaveLength(0);
    for (const name of [
      'etag',
      'content-length',
      'content-type',
      'content-disposition',
      'cache-control',
      'accept-ranges',
    ]) {
      expect(asked.headers[name]).toBe(got.headers[name]);
    }
  });

  it('is refused by identity before the query is checked', async () => {
    const malformed = '/api/documents/x/content';
    const stale = { as: 'bare', headers: { Authorization: 'Bearer stale' } } as const;
    expect((await portal.browser().get(malformed, stale)).status).toBe(401);
    expect((await portal.browser().get(document.url, stale)).status).toBe(401);
    expect(read(await investor.get(malformed), problemSchema, 400).code).toBe('validation');
  });

  it('is sent for an ID token, too', async () => {
    const answer = await portal.browser().get(document.url, {
      as: 'bare',
      headers: { Authorization: `Bearer ${await investor.token()}` },
    });
    expect(answer.status).toBe(200);
  });
});

describe('a part', () => {
  it.each([
    ['0-0', 0, 1],
    ['-1', SIZE - 1, SIZE],
    ['5-', 5, SIZE],
    ['0-', 0, SIZE],
    [`${SIZE - 1}-`, SIZE - 1, SIZE],
    [`0-${SIZE * 2}`, 0, SIZE],
    [`-${SIZE * 2}`, 0, SIZE],
    [`${CHUNK - 1}-${CHUNK}`, CHUNK - 1, CHUNK + 1],
    [`${CHUNK}-${2 * CHUNK - 1}`, CHUNK, 2 * CHUNK],
    ['100000-700000', 100_000, 700_001],
  ])('bytes=%s', async (range, start, end) => {
    expectPart(await get({ Range: `bytes=${range}` }), start, end);
  });

  it('joins ranges that overlap or touch', async () => {
    expectPart(await get({ Range: 'bytes=0-9,10-19,5-7' }), 0, 20);
  });

  it.each([`${SIZE}-`, `${SIZE + 5}-${SIZE + 9}`, '-0'])('answers 416 for bytes=%s', async (range) => {
    const answer = await get({ Range: `bytes=${range}` });
    expect(read(answer, problemSchema, 416).code).toBe('range-not-satisfiable');
    expect(answer.headers['content-range']).toBe(`bytes */${SIZE}`);
  });

  it.each([
    'bytes=5-2',
    'bytes=x',
    'bytes=',
    'items=0-1',
    `bytes=${Array.from({ length: 1000 }, (_, i) => `${2 * i}-${2 * i}`).join(',')}`,
  ])('that cannot be read or is absurd is the whole: %.40s', async (range) => {
    const answer = await get({ Range: range });
    expect(answer.status).toBe(200);
    expect(answer.bytes.equals(CONTENT)).toBe(true);
  });

  it('is sent for GET only', async () => {
    const answer = await head({ Range: 'bytes=0-0' });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('content-range');
  });

  it.each([0, 250, 500, 750])('answers 250 concurrent requests for parts, from part %d on', async (first) => {
    const answers = await Promise.all(
      Array.from({ length: 250 }, async (_, index) => {
        const i = first + index;
        // Of fifty clients: none has more downloads at once than it may.
        const client = { 'X-Forwarded-For': `203.0.113.${i % 50}` };
        return { i, answer: await get({ Range: `bytes=${i * 800}-${i * 800 + 999}`, ...client }) };
      }),
    );
    for (const { i, answer } of answers) expectPart(answer, i * 800, i * 800 + 1000);
  });
});

describe('several parts', () => {
  it('are sent as multipart/byteranges', async () => {
    const answer = await get({ Range: 'bytes=0-4,300000-300009,-3' });
    expect(answer.status).toBe(206);
    const [, boundary] = /^multipart\/byteranges; boundary=(.+)$/.exec(String(answer.headers['content-type'])) ?? [];
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
    const parts = answer.bytes.toString('latin1').split(`\r\n--${boundary}`);
    expect(parts).toHaveLength(5);
    expect(parts[0]).toBe('');
    expect(parts[4]).toBe('--\r\n');
    const wanted = [
      [0, 5],
      [300_000, 300_010],
      [SIZE - 3, SIZE],
    ] as const;
    for (const [index, [start, end]] of wanted.entries()) {
      const bytes = CONTENT.subarray(start, end).toString('latin1');
      expect(parts[index + 1]).toBe(
        `\r\nContent-Type: application/pdf\r\nContent-Range: bytes ${start}-${end - 1}/${SIZE}\r\n\r\n${bytes}`,
      );
    }
  });

  it('leave out ranges outside the file', async () => {
    expectPart(await get({ Range: `bytes=7-9,${SIZE}-` }), 7, 10);
  });
});

describe('a conditional request', () => {
  const later = () => new Date(Date.parse(document.uploadedAt) + 5000).toUTCString();
  const earlier = () => new Date(Date.parse(document.uploadedAt) - 5000).toUTCString();

  it('is not sent again', async () => {
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get({ 'If-None-Match': tags });
      expect(answer.status).toBe(304);
      expect(answer.bytes).toHaveLength(0);
      expect(answer.headers.etag).toBe(etag);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
      expect(answer.headers).not.toHaveProperty('content-length');
    }
    expect((await head({ 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ 'If-Modified-Since': later() })).status).toBe(304);
  });

  it('gets the file if the client has another', async () => {
    for (const tags of ['"other"', document.sha256, '', '"'])
      expect((await get({ 'If-None-Match': tags })).status).toBe(200);
    expect((await get({ 'If-Modified-Since': earlier() })).status).toBe(200);
    expect((await get({ 'If-Modified-Since': 'yesterday' })).status).toBe(200);
    // The tag takes precedence over the date.
    expect((await get({ 'If-None-Match': '"other"', 'If-Modified-Since': later() })).status).toBe(200);
  });

  it('sends a range only of the same file', async () => {
    const Range = 'bytes=10-19';
    const modified = new Date(document.uploadedAt).toUTCString();
    for (const same of [etag, modified]) expectPart(await get({ Range, 'If-Range': same }), 10, 20);
    for (const other of ['"other"', `W/${etag}`, earlier(), later(), 'x']) {
      const answer = await get({ Range, 'If-Range': other });
      expect(answer.status).toBe(200);
      expect(answer.bytes).toHaveLength(SIZE);
    }
    // A part that is not there does not matter when the whole is sent.
    expect((await get({ Range: `bytes=${SIZE}-`, 'If-Range': '"other"' })).status).toBe(200);
  });

  it('is refused if it expects another file', async () => {
    const Range = 'bytes=10-19';
    for (const same of [etag, '*', `"other", ${etag}`]) expectPart(await get({ Range, 'If-Match': same }), 10, 20);
    for (const other of ['"other"', `W/${etag}`]) {
      const answer = await get({ Range, 'If-Match': other });
      expect([answer.status, answer.headers.etag]).toEqual([412, etag]);
    }
  });
});

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('content does not allow %s', async (method) => {
  const answer = await investor.call(method, document.url);
  expect(answer.status).toBe(405);
  expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS');
});
