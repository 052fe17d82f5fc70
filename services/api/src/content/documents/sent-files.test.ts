import { acknowledgementSchema, documentPageSchema, documentSchema, type StoredDocument } from '@cytocomm/contract';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

// An SOP counts as opened once 95 % of it was sent, in any parts.

const SIZE = 1_000_000;

let portal: TestPortal;
let admin: TestBrowser;
let lia: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  lia = await portal.signedInAs('lia@lab.example', 'customer');
});
afterAll(() => portal.stop());

async function upload(title: string): Promise<StoredDocument> {
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(SIZE - 9, title)]);
  const body = multipart([
    ...Object.entries({ title, visibility: 'customer', kind: 'sop' }).map(([name, value]) => ({ name, value })),
    { name: 'file', value: file, fileName: 'sop.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

async function part(browser: TestBrowser, { url }: StoredDocument, range: string): Promise<void> {
  const answer = await browser.get(url, { headers: { Range: `bytes=${range}` } });
  expect([range, answer.status]).toEqual([range, 206]);
}
const sign = ({ id, sha256 }: StoredDocument, browser = lia) =>
  browser.authorised('POST', `/api/documents/${id}/acknowledgements`, { body: { name: 'Lia', sha256 } });
const isOpened = async ({ id }: StoredDocument) =>
  read(await lia.get('/api/documents?limit=100'), documentPageSchema).items.find((each) => each.id === id)?.opened;

it('is not opened by a byte, by repeated bytes, by bytes sent to others, or by HEAD', async () => {
  const sop = await upload('SOP 1');
  for (const range of ['0-0', '-1', '0-499999', '0-499999', '1-499999', '0-9,100-200000', '500000-949997'])
    await part(lia, sop, range);
  expect((await lia.call('HEAD', sop.url)).status).toBe(200);
  expect((await lia.get(sop.url, { headers: { 'If-None-Match': '"other"', Range: 'bytes=0-1' } })).status).toBe(206);
  const max = await portal.signedInAs('max@lab.example', 'customer');
  expect((await max.get(sop.url)).bytes).toHaveLength(SIZE);
  expect(await isOpened(sop)).toBe(false);
  expect((await sign(sop)).status).toBe(409);
  // The answer has ended: it counts.
  await part(lia, sop, '940000-949999');
  expect(await isOpened(sop)).toBe(true);
  read(await sign(sop), acknowledgementSchema, 201);
});

it('is opened by parts in any order, from two processes, concurrently, or in one response', async () => {
  const [first, second] = [await upload('SOP 2'), await upload('SOP 3')];
  const other = await portal.another();
  const elsewhere = await portal.signedIn('lia@lab.example', other.url);
  const ranges = Array.from({ length: 20 }, (_, place) => `${place * 50_000}-${place * 50_000 + 49_999}`).toReversed();
  await Promise.all(ranges.map((range, place) => part(place % 2 === 0 ? lia : elsewhere, first, range)));
  expect((await sign(first)).status).toBe(201);
  await part(lia, second, '-300000,0-299999,400000-600000');
  expect((await sign(second)).status).toBe(409);
  await part(lia, second, '300000-399999,600001-699999');
  expect((await sign(second)).status).toBe(201);
  await other.stop();
});

it('is opened only by bytes of the new file after a replacement', async () => {
  const sop = await upload('SOP 4');
  expect((await lia.get(sop.url)).status).toBe(200);
  const body = multipart([{ name: 'file', value: Buffer.from('%PDF-1.7 other'), fileName: 'other.pdf' }]);
  const replaced = await admin.authorised('PUT', `/api/admin/documents/${sop.id}/content`, {
    headers: { 'Content-Type': MULTIPART },
    body,
  });
  const newer = read(replaced, documentSchema);
  expect(await isOpened(sop)).toBe(false);
  await part(lia, newer, '0-0');
  expect((await sign(newer)).status).toBe(409);
  expect((await lia.get(sop.url)).status).toBe(200);
  expect((await sign(newer)).status).toBe(201);
});
