import { problemSchema } from '@cytocomm/contract';
import { z } from 'zod';
import { type Answer, read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { FORM_END, fileHead, MULTIPART, multipart, slowUpload } from '../../testing/uploads.ts';

// The calls that make a record take an Idempotency-Key, all in the same way.

let portal: TestPortal;
let ada: TestBrowser;
let bob: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  [ada, bob] = await Promise.all([
    portal.signedInAs('ada@x.example', 'admin'),
    portal.signedInAs('bob@x.example', 'admin'),
  ]);
});
afterAll(() => portal.stop());

interface Call {
  readonly what: string;
  readonly path: string;
  readonly collection: string;
  readonly action: string;
  /** Two different titles are two different bodies. */
  readonly body: (title: string) => unknown;
  readonly type: string;
}

const PDF = Buffer.from('%PDF-1.7\n of the report');
const form = (title: string, file = PDF) =>
  multipart([
    { name: 'title', value: title },
    { name: 'visibility', value: 'investor' },
    { name: 'file', value: file, fileName: 'a.pdf' },
  ]);

const JSON_TYPE = 'application/json';
const CALLS: readonly Call[] = [
  {
    what: 'a press release',
    path: '/api/admin/press-releases',
    collection: 'press_releases',
    action: 'press-release.created',
    body: (title) => ({ title, content: '<p>x</p>', target: ['public'] }),
    type: JSON_TYPE,
  },
  {
    what: 'an event',
    path: '/api/admin/events',
    collection: 'events',
    action: 'event.created',
    body: (title) => ({ title, date: '2027-03-01' }),
    type: JSON_TYPE,
  },
  {
    what: 'a document',
    path: '/api/admin/documents',
    collection: 'documents',
    action: 'document.uploaded',
    body: (title) => form(title),
    type: MULTIPART,
  },
];

let keys = 0;
function freshKey(): string {
  keys += 1;
  return `click-${keys}`;
}

function send({ path, body, type }: Call, key: string, title: string, by = ada): Promise<Answer> {
  const headers = { 'Content-Type': type, 'Idempotency-Key': key };
  return by.authorised('POST', path, { body: body(title), headers });
}

const idOf = (answer: Answer) => read(answer, z.object({ id: z.string() }), 201).id;
const count = (name: string, filter = {}) => portal.connection.collection(name).countDocuments(filter);

async function expectNothingLoose(): Promise<void> {
  expect(await count('uploads')).toBe(0);
  const deleted = await count('bin', { kind: 'document' });
  expect(await count('fs.files')).toBe((await count('documents')) + deleted);
}

describe.each(CALLS)('$what under a key', (call) => {
  it('is made once, however often the call is sent', async () => {
    const key = freshKey();
    const first = await send(call, key, 'Once');
    const again = await send(call, key, 'Once');
    expect(idOf(again)).toBe(idOf(first));
    expect(await count(call.collection, { title: 'Once' })).toBe(1);
    expect(await count('audit', { action: call.action, subject: idOf(first) })).toBe(1);
    await expectNothingLoose();
  });

  it('is made once by calls of the same moment', async () => {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(call, key, 'Burst')));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await count(call.collection, { title: 'Burst' })).toBe(1);
    await expectNothingLoose();
  });

  it('refuses another body: 422', async () => {
    const key = freshKey();
    await send(call, key, 'Meant');
    const other = await send(call, key, 'Not meant');
    expect(read(other, problemSchema, 422).code).toBe('idempotency-mismatch');
    expect(await count(call.collection, { title: 'Not meant' })).toBe(0);
    await expectNothingLoose();
  });

  it('is not made again after it was deleted: 409', async () => {
    const key = freshKey();
    const id = idOf(await send(call, key, 'Gone'));
    expect((await ada.authorised('DELETE', `${call.path}/${id}`)).status).toBe(204);
    expect(read(await send(call, key, 'Gone'), problemSchema, 409).code).toBe('conflict');
    await expectNothingLoose();
  });

  it('is two, when two people choose the same key', async () => {
    const key = freshKey();
    expect(idOf(await send(call, key, 'Both'))).not.toBe(idOf(await send(call, key, 'Both', bob)));
  });

  it.each(['', 'two words', 'ü', 'x'.repeat(201)])('refuses the key %j', async (key) => {
    expect(read(await send(call, key, 'x'), problemSchema, 400).detail).toContain('Idempotency-Key');
    await expectNothingLoose();
  });

  it('says so in the OpenAPI document', async () => {
    const { paths } = (await ada.get('/api/openapi.json')).body as {
      paths: Record<string, { post: { parameters: { name: string; in: string }[]; responses: object } }>;
    };
    const post = paths[call.path]?.post;
    expect(post?.parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }));
    expect(Object.keys(post?.responses ?? {})).toEqual(expect.arrayContaining(['409', '422']));
  });
});

it('one key does not stand for two kinds of records', async () => {
  const [release, event] = CALLS;
  if (release === undefined || event === undefined) throw new Error('no calls');
  const key = freshKey();
  await send(release, key, 'One kind');
  expect((await send(event, key, 'One kind')).status).toBe(422);
});

describe('an upload under a key', () => {
  const path = '/api/admin/documents';
  const headers = (key: string) => ({ 'Content-Type': MULTIPART, 'Idempotency-Key': key });

  it('refuses another file with the same words: 422', async () => {
    const key = freshKey();
    await ada.authorised('POST', path, { headers: headers(key), body: form('Same words') });
    const body = form('Same words', Buffer.concat([PDF, Buffer.from('!')]));
    const other = await ada.authorised('POST', path, { headers: headers(key), body });
    expect(read(other, problemSchema, 422).code).toBe('idempotency-mismatch');
    await expectNothingLoose();
  });

  it('is the same document when it is sent again while the first is under way', async () => {
    const key = freshKey();
    const slow = slowUpload(portal.url, await ada.token(), { 'Idempotency-Key': key });
    const before = multipart([
      { name: 'title', value: 'Slow' },
      { name: 'visibility', value: 'investor' },
    ]).subarray(0, -FORM_END.length + 2);
    await slow.write(Buffer.concat([before, Buffer.from(fileHead('a.pdf')), PDF]));
    await until('the first to begin', async () => (await count('uploads')) > 0);
    const second = await ada.authorised('POST', path, { headers: headers(key), body: form('Slow') });
    slow.sent.end(FORM_END);
    const first = await slow.answer;
    expect(first.status).toBe(201);
    expect((JSON.parse(first.text) as { id: string }).id).toBe(idOf(second));
    expect(await count('documents', { title: 'Slow' })).toBe(1);
    await expectNothingLoose();
  });

  it('refuses a key that is none before the file is sent', async () => {
    const upload = slowUpload(portal.url, await ada.token(), { 'Idempotency-Key': 'two words' });
    upload.sent.flushHeaders();
    expect((await upload.answer).status).toBe(400);
    upload.sent.destroy();
  });
});
