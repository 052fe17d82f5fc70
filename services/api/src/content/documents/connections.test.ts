import { connect } from 'node:net';
import { documentSchema, type StoredDocument } from '@cytocomm/contract';
import { createListener } from '@cytocomm/runtime';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { metricOf, startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { openStalledReader } from '../../testing/slow-clients.ts';
import { FORM_END, fileHead, MULTIPART, multipart, slowUpload } from '../../testing/uploads.ts';
import { RECHECK_INTERVAL_MS } from './send-file.ts';

// What happens on the wire: uploads that break off or are too large, downloads during a deletion.

const MB = 1024 * 1024;
const FIELDS = multipart([
  { name: 'title', value: 'Slow' },
  { name: 'visibility', value: 'investor' },
]).subarray(0, -FORM_END.length + 2);
const HEAD = Buffer.concat([FIELDS, Buffer.from(`${fileHead('slow.pdf')}%PDF-1.7\n`)]);

let portal: TestPortal;
let admin: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({ MAX_UPLOAD_MB: '32' });
  admin = await portal.signedInAs('admin@x.example', 'admin');
});
afterAll(() => portal.stop());

async function leftovers(): Promise<number> {
  const counts = await Promise.all(
    ['documents', 'fs.files', 'fs.chunks', 'uploads'].map((name) =>
      portal.connection.collection(name).countDocuments(),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Deletes a document, and what the bin keeps of it. */
async function removeForGood(id: string): Promise<void> {
  for (const path of [`/api/admin/documents/${id}`, `/api/admin/bin/document/${id}`])
    expect((await admin.authorised('DELETE', path)).status).toBe(204);
}

const storedChunks = () => portal.connection.collection('fs.chunks').countDocuments();

it('an upload that is cut off leaves nothing', async () => {
  const upload = slowUpload(portal.url, await admin.token());
  await upload.write(HEAD);
  await upload.write(Buffer.alloc(MB));
  await until('chunks to be stored', async () => (await storedChunks()) > 0);
  upload.sent.destroy();
  await until('everything to be gone', async () => (await leftovers()) === 0);
});

it('an upload that is cut off before its file leaves nothing', async () => {
  const upload = slowUpload(portal.url, await admin.token(), { 'Content-Length': '5000' });
  await upload.write(FIELDS);
  upload.sent.destroy();
  const other = slowUpload(portal.url, await admin.token());
  await other.write(HEAD);
  other.sent.end(FORM_END);
  expect((await other.answer).status).toBe(201);
  await portal.connection.collection('documents').deleteMany({});
  await portal.connection.collection('fs.files').deleteMany({});
  await portal.connection.collection('fs.chunks').deleteMany({});
  expect(await leftovers()).toBe(0);
});

it('an upload outlives the deadline of other bodies', async () => {
  const listener = createListener(portal.api.app, { bodyTimeoutMs: 2000 });
  const url = `http://localhost:${await listener.listen(0, '127.0.0.1', 'PORT')}`;
  try {
    const upload = slowUpload(url, await admin.token());
    await upload.write(HEAD);
    await until(
      'the upload to begin',
      async () => (await portal.connection.collection('uploads').countDocuments()) > 0,
    );
    // Starts later and times out earlier: the upload outlives the deadline of an ordinary body.
    const json = { 'Content-Type': 'application/json' };
    const other = slowUpload(url, await admin.token(), json, '/api/admin/press-releases');
    await other.write('{"title": ');
    expect((await other.answer).status).toBe(408);
    upload.sent.end(FORM_END);
    const { status, text } = await upload.answer;
    expect(status).toBe(201);
    const { id } = documentSchema.parse(JSON.parse(text));
    await removeForGood(id);
  } finally {
    await listener.drain({ idleGraceMs: 0, deadlineMs: 0 });
  }
});

it('an upload condemned by the sweep gets 408 and leaves nothing', async () => {
  const upload = slowUpload(portal.url, await admin.token());
  await upload.write(HEAD);
  const uploads = portal.connection.collection('uploads');
  await until('the upload to begin', async () => (await uploads.countDocuments()) > 0);
  // As if the fields after the file took longer than the timeout of a file.
  await uploads.updateMany({}, { $set: { condemned: true } });
  upload.sent.end(FORM_END);
  const { status, text } = await upload.answer;
  expect(status).toBe(408);
  expect(JSON.parse(text)).toMatchObject({ code: 'request-timeout' });
  expect(await leftovers()).toBe(0);
});

describe('a file over the limit', () => {
  it('is refused before a byte of it is read, when its length is declared', async () => {
    const upload = slowUpload(portal.url, await admin.token(), { 'Content-Length': String(100 * MB) });
    upload.sent.flushHeaders();
    const { status, text } = await upload.answer;
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: 'too-large', detail: 'The file is larger than 32 MB.' });
    upload.sent.destroy();
  });

  it('is refused as soon as it is too long, when no length is declared', async () => {
    const upload = slowUpload(portal.url, await admin.token());
    await upload.write(HEAD);
    await upload.write(Buffer.alloc(33 * MB));
    // The client has not finished and does not need to.
    const { status, text } = await upload.answer;
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: 'too-large' });
    upload.sent.destroy();
    await until('everything to be gone', async () => (await leftovers()) === 0);
  });

  it.each(['keep-alive', 'close'])(
    'is told to a client that reads only after sending everything (Connection: %s)',
    async (connection) => {
      const size = 64 * MB;
      const head =
        `POST /api/admin/documents HTTP/1.1\r\nHost: ${new URL(portal.url).host}\r\nConnection: ${connection}\r\n` +
        `Authorization: Bearer ${await admin.token()}\r\nContent-Type: ${MULTIPART}\r\nContent-Length: ${HEAD.length + size}\r\n\r\n`;
      const socket = connect({ port: Number(new URL(portal.url).port), host: '127.0.0.1' });
      let received = '';
      try {
        await new Promise<void>((resolve, reject) => {
          socket.on('error', reject);
          socket.pause();
          socket.write(Buffer.concat([Buffer.from(head), HEAD, Buffer.alloc(size)]), (error) =>
            error ? reject(error) : resolve(),
          );
        });
        socket.on('data', (data: Buffer) => {
          received += data.toString();
        });
        socket.resume();
        await until('the whole answer', () => /\r\n\r\n\{.*\}$/s.test(received));
        expect(received).toMatch(/^HTTP\/1\.1 413 /);
      } finally {
        socket.destroy();
      }
    },
  );

  it('is accepted at exactly the limit', async () => {
    const upload = slowUpload(portal.url, await admin.token());
    await upload.write(HEAD);
    await upload.write(Buffer.alloc(32 * MB - '%PDF-1.7\n'.length));
    upload.sent.end(FORM_END);
    const { status, text } = await upload.answer;
    expect(status).toBe(201);
    const document = documentSchema.parse(JSON.parse(text));
    expect(document.size).toBe(32 * MB);
    await removeForGood(document.id);
    expect(await leftovers()).toBe(0);
  });
});

it('a file that is no PDF is refused at its first 1,024 bytes, while the client still sends', async () => {
  const upload = slowUpload(portal.url, await admin.token());
  await upload.write(Buffer.concat([FIELDS, Buffer.from(`${fileHead('page.pdf')}${'<!doctype html>'.padEnd(1100)}`)]));
  expect((await upload.answer).status).toBe(415);
  upload.sent.destroy();
  await until('everything to be gone', async () => (await leftovers()) === 0);
});

it('an invalid title is refused before the file is sent', async () => {
  const upload = slowUpload(portal.url, await admin.token());
  const fields = multipart([{ name: 'title', value: 'x'.repeat(201) }]).subarray(0, -FORM_END.length + 2);
  await upload.write(Buffer.concat([fields, Buffer.from(fileHead('slow.pdf'))]));
  expect((await upload.answer).status).toBe(400);
  upload.sent.destroy();
  expect(await leftovers()).toBe(0);
});

describe('a download whose document, or whose reader, is deleted meanwhile', () => {
  async function document(visibility = 'public'): Promise<StoredDocument> {
    const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(31 * MB, 'x')]);
    const body = multipart([
      { name: 'title', value: 'Doomed' },
      { name: 'visibility', value: visibility },
      { name: 'file', value: content, fileName: 'doomed.pdf' },
    ]);
    return read(
      await admin.authorised('POST', '/api/admin/documents', { headers: { 'Content-Type': MULTIPART }, body }),
      documentSchema,
      201,
    );
  }

  it('breaks the connection instead of ending a short file', async () => {
    const { url, size, id } = await document();
    const socket = connect({ port: Number(new URL(portal.url).port), host: '127.0.0.1' });
    let bytes = 0;
    const ended = new Promise<string>((resolve) => {
      socket.on('error', (error) => resolve(error.message));
      socket.on('close', () => resolve('closed'));
    });
    await new Promise<void>((resolve) => {
      socket.once('data', () => {
        // The rest stays with the server until the deletion is done.
        socket.pause();
        resolve();
      });
      socket.on('data', (data) => {
        bytes += data.length;
      });
      socket.write(`GET ${url} HTTP/1.1\r\nHost: ${new URL(portal.url).host}\r\n\r\n`);
    });
    await removeForGood(id);
    socket.resume();
    await ended;
    expect(bytes).toBeLessThan(size);
    expect(await leftovers()).toBe(0);
  });

  it('breaks the connection of a pipelined response, too', async () => {
    const [whole, doomed] = [await document(), await document()];
    const record = await portal.connection.collection('documents').findOne({ url: doomed.url });
    await portal.connection.collection('fs.chunks').deleteMany({ files_id: record?.fileId });
    const { host, port } = new URL(portal.url);
    const head = ({ url }: StoredDocument) => `GET ${url} HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
    const cutOff = async () => {
      const labels = '{method="GET",route="/api/documents/:id/content",status="aborted"}';
      return (await metricOf(portal.operatorUrl, `http_request_duration_seconds_count${labels}`)) ?? 0;
    };
    const before = await cutOff();
    const socket = connect({ port: Number(port), host: '127.0.0.1' }).pause();
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    // Nothing is read of the first one before the second one has failed.
    socket.write(head(whole) + head(doomed));
    await until('the second one to fail', async () => (await cutOff()) > before);
    socket.resume();
    await ended;
    for (const { id } of [whole, doomed]) await removeForGood(id);
  });

  it.each([
    ['investor', 'ends within 10 s'],
    ['public', 'goes on: everybody may have it'],
  ])('of a document for %s %s', async (visibility) => {
    const { url, size, id } = await document(visibility);
    const email = `${visibility}-reader@x.example`;
    const person = await portal.signedInAs(email, 'investor');
    const reader = await openStalledReader(portal.url + url, { Authorization: `Bearer ${await person.token()}` });
    expect(reader.status).toBe(200);
    expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(204);
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + RECHECK_INTERVAL_MS + 1);
    const bytes = await reader.takeRest().finally(() => later.mockRestore());
    if (visibility === 'public') expect(bytes).toBe(size);
    else expect(bytes).toBeLessThan(size);
    await removeForGood(id);
  });
});
