import {
  documentPageSchema,
  documentSchema,
  documentVersionsSchema,
  MAX_DOCUMENT_VERSIONS,
  notificationPageSchema,
  RETENTION,
  type StoredDocument,
  storageUsageSchema,
} from '@cytocomm/contract';
import { Types } from 'mongoose';
import { createFileStore } from '../../platform/storage/file-store.ts';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { openTestCore } from '../../testing/core.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { type FormPart, MULTIPART, multipart } from '../../testing/uploads.ts';
import { createDocuments } from './service.ts';

let portal: TestPortal;
let ada: TestBrowser;
let bob: TestBrowser;
let investor: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({ MAX_UPLOAD_MB: '1' });
  ada = await portal.signedInAs('ada@x.example', 'admin');
  bob = await portal.signedInAs('bob@x.example', 'admin');
  investor = await portal.signedInAs('investor@x.example', 'investor');
});
afterAll(() => portal.stop());

const PATH = '/api/admin/documents';
const DAY_MS = 24 * 3600 * 1000;
/** A PDF of some chunks in which every place says whose it is. */
const pdf = (words: string) => Buffer.from(`%PDF-1.7\n${`${words} `.repeat(Math.ceil(600_000 / (words.length + 1)))}`);
const rows = (name: string) => portal.connection.collection(name);

interface Sent {
  readonly by?: TestBrowser;
  readonly name?: string;
  readonly notify?: string;
  readonly headers?: Record<string, string>;
  readonly parts?: readonly FormPart[];
}

async function uploaded(words: string, visibility = 'investor'): Promise<StoredDocument> {
  const body = multipart([
    { name: 'title', value: `Title of ${words}` },
    { name: 'visibility', value: visibility },
    { name: 'file', value: pdf(words), fileName: 'first.pdf' },
  ]);
  return read(
    await ada.authorised('POST', PATH, { headers: { 'Content-Type': MULTIPART }, body }),
    documentSchema,
    201,
  );
}

function replace(id: string, content: Buffer, { by = ada, name = 'next.pdf', notify, headers, parts }: Sent = {}) {
  const fields = notify === undefined ? [] : [{ name: 'notify', value: notify }];
  const body = multipart(parts ?? [...fields, { name: 'file', value: content, fileName: name }]);
  return by.authorised('PUT', `${PATH}/${id}/content`, { headers: { 'Content-Type': MULTIPART, ...headers }, body });
}
const replaced = async (id: string, words: string, sent?: Sent) =>
  read(await replace(id, pdf(words), sent), documentSchema);
const restore = (id: string, number: number, headers = {}, by = ada) =>
  by.authorised('POST', `${PATH}/${id}/versions/${number}/restore`, { headers });
const versions = async (id: string) => read(await ada.get(`${PATH}/${id}/versions`), documentVersionsSchema).items;
const numbers = async (id: string) => (await versions(id)).map(({ number }) => number);
const etag = ({ sha256 }: { readonly sha256: string }) => `"${sha256}"`;

/** How many files are stored, of which nothing else may be left. */
async function files(): Promise<number> {
  const [heads, chunks] = [
    await rows('fs.files').countDocuments(),
    (await rows('fs.chunks').distinct('files_id')).length,
  ];
  expect(chunks).toBe(heads);
  return heads;
}

/** What the job does that cleans the store. */
async function sweep(): Promise<number> {
  const { core, close } = await openTestCore(portal.database.uri);
  try {
    return await createDocuments(core, createFileStore(core.database)).sweep();
  } finally {
    await close();
  }
}

describe('replacing', () => {
  it('keeps link, title, readers and date, and sends the new file', async () => {
    const before = await uploaded('one');
    const after = await replaced(before.id, 'two', { by: bob, name: 'Zwei “2”.pdf' });
    const { name, size, sha256, version, replacedAt, replacedBy, ...rest } = after;
    const { name: _, size: __, sha256: formerHash, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect({ name, size, version, replacedBy }).toEqual({
      name: 'Zwei “2”.pdf',
      size: pdf('two').length,
      version: 2,
      replacedBy: 'bob@x.example',
    });
    expect(sha256).not.toBe(formerHash);
    expect(Date.parse(replacedAt ?? '')).toBeGreaterThan(Date.parse(before.uploadedAt));
    const seen = await investor.get(before.url);
    expect(seen.bytes.equals(pdf('two'))).toBe(true);
    expect(seen.headers.etag).toBe(etag(after));
    // Who did what is for admins.
    const listed = read(await investor.get('/api/documents?search=title+of+one'), documentPageSchema).items;
    expect(listed[0]).toMatchObject({ version: 2, replacedAt });
    expect(listed[0]).not.toHaveProperty('replacedBy');
    const { items } = read(await investor.get('/api/notifications'), notificationPageSchema);
    expect(items.find(({ subject }) => subject === before.id)?.happening).toBe('changed');
    expect(JSON.stringify(listed)).not.toContain('@x.example');
    // Found by its new name alone.
    const found = async (search: string) =>
      read(await ada.get(`/api/documents?search=${search}`), documentPageSchema).items.map(({ id }) => id);
    expect(await found('zwei')).toEqual([before.id]);
    expect(await found('first.pdf')).not.toContain(before.id);
  });

  it('is in the audit trail and the CSV export with its author', async () => {
    const { id, sha256 } = await uploaded('audited');
    const next = await replaced(id, 'audited again', { by: bob });
    expect(await rows('audit').findOne({ subject: id, action: 'document.replaced' })).toMatchObject({
      actor: 'bob@x.example',
      detail: { version: '2', formerName: 'first.pdf', name: 'next.pdf', sha256: next.sha256 },
    });
    expect(next.sha256).not.toBe(sha256);
    const csv = (await ada.get(`${PATH}.csv?search=audited`)).text;
    expect(csv).toContain(`,2,${next.replacedAt},bob@x.example`);
  });

  it('takes over the revision of the file, also of a restored one', async () => {
    const { id } = await uploaded('revised');
    const revised = async (revision: string, validFrom: string) => {
      const file = { name: 'file', value: pdf(`revision ${revision}`), fileName: 'sop.pdf' };
      const parts = [{ name: 'revision', value: revision }, { name: 'validFrom', value: validFrom }, file];
      return read(await replace(id, pdf(''), { parts }), documentSchema);
    };
    await revised('1', '2026-12-01');
    expect(await revised('2', '2027-01-01')).toMatchObject({ revision: '2', validFrom: '2027-01-01' });
    expect((await restore(id, 2)).body).toMatchObject({ revision: '1', validFrom: '2026-12-01' });
    const answer = await ada.get(`${PATH}/${id}/versions`);
    expect(read(answer, documentVersionsSchema)).toMatchObject({ revision: '1', validFrom: '2026-12-01' });
  });

  it('with the same bytes changes and stores nothing', async () => {
    const before = await uploaded('same');
    const count = await files();
    expect(read(await replace(before.id, pdf('same')), documentSchema)).toEqual(before);
    expect(await files()).toBe(count);
    expect(await numbers(before.id)).toEqual([1]);
    expect(await rows('audit').countDocuments({ subject: before.id, action: 'document.replaced' })).toBe(0);
  });

  it('happens once per key, even after later changes', async () => {
    const before = await uploaded('key');
    const headers = { 'Idempotency-Key': 'k1', 'If-Match': etag(before) };
    const send = () => replace(before.id, pdf('key two'), { headers });
    const [first, second] = [read(await send(), documentSchema), read(await send(), documentSchema)];
    expect(second).toEqual(first);
    const third = await replaced(before.id, 'key three');
    expect(read(await send(), documentSchema)).toEqual(third);
    expect(await numbers(before.id)).toEqual([3, 2, 1]);
    expectProblem(await replace(before.id, pdf('key other'), { headers }), 422, 'idempotency-mismatch');
    const count = await files();
    const many = await Promise.all(
      Array.from({ length: 6 }, () => replace(before.id, pdf('key four'), { headers: { 'Idempotency-Key': 'k4' } })),
    );
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
    expect(await numbers(before.id)).toEqual([4, 3, 2, 1]);
    expect(await files()).toBe(count + 1);
  });

  it('changes nothing later under the key of a call that changed nothing', async () => {
    const { id } = await uploaded('nothing new');
    const send = () => replace(id, pdf('nothing new'), { headers: { 'Idempotency-Key': 'nothing-new' } });
    expect(read(await send(), documentSchema).version).toBeUndefined();
    const next = await replaced(id, 'something new');
    expect(read(await send(), documentSchema)).toEqual(next);
    expect(await numbers(id)).toEqual([2, 1]);
  });

  it('runs concurrent replacements one after the other, and refuses those meant for another file', async () => {
    const before = await uploaded('race');
    const count = await files();
    const send = (words: string, by: TestBrowser) => replace(before.id, pdf(words), { by });
    const both = await Promise.all([send('race ada', ada), send('race bob', bob)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await numbers(before.id)).toEqual([3, 2, 1]);
    const [current] = await versions(before.id);
    const headers = { 'If-Match': etag(current ?? before) };
    const guarded = await Promise.all(
      ['a', 'b', 'c', 'd'].map((each) => replace(before.id, pdf(`guarded ${each}`), { headers })),
    );
    expect(guarded.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412]);
    const refused = guarded.find(({ status }) => status === 412);
    expect(refused?.text).toContain('It was replaced by ada@x.example last. Nothing was changed.');
    expect(await numbers(before.id)).toEqual([4, 3, 2, 1]);
    expect(await files()).toBe(count + 3);
    expect(await sweep()).toBe(0);
    // One that comes later is refused before its file is taken in.
    expectProblem(
      await replace(before.id, pdf('late'), { headers: { 'If-Match': etag(before) } }),
      412,
      'precondition-failed',
    );
  });

  it.each<readonly [string, Buffer, number]>([
    ['no PDF', Buffer.from('<html>no pdf</html>'), 415],
    ['an empty file', Buffer.alloc(0), 400],
    ['too large a file', Buffer.concat([pdf('large'), Buffer.alloc(1024 * 1024)]), 413],
  ])('refuses %s, and leaves all as it was', async (_, content, status) => {
    const before = await uploaded('hostile');
    const count = await files();
    expect((await replace(before.id, content)).status).toBe(status);
    expect(await numbers(before.id)).toEqual([1]);
    expect(await files()).toBe(count);
    expect((await investor.get(before.url)).bytes.equals(pdf('hostile'))).toBe(true);
  });

  it.each<readonly [string, readonly FormPart[], string]>([
    ['a title', [{ name: 'title', value: 'New' }], 'body.title'],
    ['a wish that is none', [{ name: 'notify', value: 'perhaps' }], 'body.notify'],
    ['no file', [{ name: 'notify', value: 'true' }], 'body.file'],
    ['__proto__', [{ name: '__proto__', value: 'x' }], 'body.__proto__'],
    ['constructor', [{ name: 'constructor', value: 'x' }], 'body.constructor'],
  ])('refuses %s', async (_, parts, path) => {
    const { id } = await uploaded('fields');
    const answer = await replace(id, pdf('x'), { parts });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: [expect.objectContaining({ path })] });
  });

  it('is refused for others, unknown documents, and documents in the bin', async () => {
    const { id } = await uploaded('rights');
    expect((await replace(id, pdf('x'), { by: investor })).status).toBe(403);
    const bare = { headers: { 'Content-Type': MULTIPART }, body: multipart([]) };
    expect((await ada.call('PUT', `${PATH}/${id}/content`, bare)).status).toBe(401);
    for (const path of [`${PATH}/${id}/versions`, `${PATH}/${id}/versions/1/content`]) {
      expect((await portal.browser().get(path)).status).toBe(401);
      expect((await investor.get(path)).status).toBe(403);
    }
    expect((await restore(id, 1, {}, investor)).status).toBe(403);
    expectProblem(await replace('f'.repeat(24), pdf('x')), 404, 'not-found');
    expectProblem(await replace('x', pdf('x')), 400, 'validation');
    expectProblem(await restore(id, 2), 404, 'not-found');
    expectProblem(await ada.get(`${PATH}/${id}/versions/0/content`), 400, 'validation');
    expect((await ada.authorised('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expectProblem(await replace(id, pdf('x')), 404, 'not-found');
    expectProblem(await ada.get(`${PATH}/${id}/versions`), 404, 'not-found');
  });
});

describe('earlier versions', () => {
  it('are listed, read and restored by admins only', async () => {
    const before = await uploaded('v one', 'public');
    await replaced(before.id, 'v two', { by: bob, name: 'two.pdf' });
    expect(await versions(before.id)).toMatchObject([
      { number: 2, name: 'two.pdf', uploadedBy: 'bob@x.example', isCurrent: true, keptUntil: null },
      { number: 1, name: 'first.pdf', uploadedBy: 'ada@x.example', uploadedAt: before.uploadedAt, isCurrent: false },
    ]);
    const first = await ada.get(`${PATH}/${before.id}/versions/1/content?download=1`);
    expect(first.bytes.equals(pdf('v one'))).toBe(true);
    expect(first.headers).toMatchObject({
      etag: etag(before),
      'cache-control': 'private, no-cache',
      'content-disposition': 'attachment; filename=first.pdf',
    });
    const part = await ada.get(`${PATH}/${before.id}/versions/1/content`, {
      headers: { Range: 'bytes=300000-300009' },
    });
    expect(part.bytes.equals(pdf('v one').subarray(300_000, 300_010))).toBe(true);
    const back = read(await restore(before.id, 1, {}, bob), documentSchema);
    expect(back).toMatchObject({ sha256: before.sha256, name: 'first.pdf', version: 1, replacedBy: 'bob@x.example' });
    expect((await portal.browser().get(before.url)).bytes.equals(pdf('v one'))).toBe(true);
    expect((await versions(before.id)).map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
      [2, false],
      [1, true],
    ]);
    // Again it changes nothing; a later file has a number of its own.
    expect(read(await restore(before.id, 1), documentSchema)).toEqual(back);
    expect((await replaced(before.id, 'v three')).version).toBe(3);
    const note = await rows('audit').findOne({ subject: before.id, action: 'document.version-restored' });
    expect(note).toMatchObject({ actor: 'bob@x.example', detail: { version: '1', former: '2' } });
    expectProblem(await restore(before.id, 2, { 'If-Match': etag(before) }), 412, 'precondition-failed');
    expect(await sweep()).toBe(0);
  });

  it('never mix with the current file in a resumed download', async () => {
    const before = await uploaded('old bytes');
    const head = await investor.call('HEAD', before.url);
    const date = String(head.headers['last-modified']);
    // Within the same second.
    const after = await replaced(before.id, 'new bytes');
    const Range = 'bytes=300000-';
    for (const validator of [etag(before), date]) {
      const resumed = await investor.get(before.url, { headers: { Range, 'If-Range': validator } });
      expect(resumed.status).toBe(200);
      expect(resumed.bytes.equals(pdf('new bytes'))).toBe(true);
    }
    const part = await investor.get(before.url, { headers: { Range, 'If-Range': etag(after) } });
    expect(part.status).toBe(206);
    const cached = (headers: Record<string, string>) => investor.get(before.url, { headers });
    expect((await cached({ 'If-None-Match': etag(before) })).status).toBe(200);
    expect((await cached({ 'If-Modified-Since': date })).status).toBe(200);
    // Until it is written that they were sent the file, they are sent it.
    await until('304', async () => (await cached({ 'If-None-Match': etag(after) })).status === 304);
    await restore(before.id, 1);
    expect((await cached({ 'If-None-Match': etag(after) })).status).toBe(200);
    const again = await cached({ 'If-Modified-Since': String(part.headers['last-modified']) });
    expect(again.status).toBe(200);
  });

  it(`are at most ${MAX_DOCUMENT_VERSIONS}, of which the oldest go with their files`, async () => {
    const { id } = await uploaded('bound');
    const count = await files();
    for (let number = 2; number <= MAX_DOCUMENT_VERSIONS + 3; number += 1) await replaced(id, `bound ${number}`);
    expect(await numbers(id)).toEqual(
      Array.from({ length: MAX_DOCUMENT_VERSIONS + 1 }, (_, index) => MAX_DOCUMENT_VERSIONS + 3 - index),
    );
    expect(await files()).toBe(count + MAX_DOCUMENT_VERSIONS);
    expectProblem(await ada.get(`${PATH}/${id}/versions/2/content`), 404, 'not-found');
  });

  it(`go after ${RETENTION.documentVersionDays} days, their files with them`, async () => {
    const { id } = await uploaded('days');
    await replaced(id, 'days two');
    const count = await files();
    const replacedAt = (ms: number) =>
      rows('documents').updateOne({ _id: new Types.ObjectId(id) }, { $set: { 'versions.0.replacedAt': new Date(ms) } });
    await replacedAt(Date.now() - RETENTION.documentVersionDays * DAY_MS + 60_000);
    await sweep();
    expect(await numbers(id)).toEqual([2, 1]);
    await replacedAt(Date.now() - RETENTION.documentVersionDays * DAY_MS);
    expect(await numbers(id)).toEqual([2]);
    await replacedAt(Date.now() - RETENTION.documentVersionDays * DAY_MS - 2 * 3600 * 1000);
    await sweep();
    expect(await files()).toBe(count - 1);
    const record = await rows('documents').findOne({ _id: new Types.ObjectId(id) });
    expect(record?.versions).toEqual([]);
    expect(await rows('fs.files').countDocuments({ _id: record?.fileId })).toBe(1);
  });

  it('count as used storage', async () => {
    const usage = async () => read(await ada.get('/api/admin/storage'), storageUsageSchema);
    const { id } = await uploaded('usage');
    const before = await usage();
    await replaced(id, 'usage two');
    expect(await usage()).toEqual({ ...before, bytes: before.bytes + pdf('usage two').length });
  });

  it('are binned, restored and deleted with their document', async () => {
    const count = await files();
    const { id, url } = await uploaded('binned');
    await replaced(id, 'binned two');
    const remove = async () => expect((await ada.authorised('DELETE', `${PATH}/${id}`)).status).toBe(204);
    await remove();
    expect(await sweep()).toBe(0);
    expect((await ada.authorised('POST', `/api/admin/bin/document/${id}/restore`)).status).toBe(204);
    expect(await numbers(id)).toEqual([2, 1]);
    expect((await investor.get(url)).bytes.equals(pdf('binned two'))).toBe(true);
    expect((await ada.get(`${PATH}/${id}/versions/1/content`)).bytes.equals(pdf('binned'))).toBe(true);
    await remove();
    expect((await ada.authorised('DELETE', `/api/admin/bin/document/${id}`)).status).toBe(204);
    expect(await files()).toBe(count);
    expect(await rows('uploads').countDocuments()).toBe(0);
  });
});

describe('a replacement notifies readers', () => {
  it('by mail only if wanted, once per file', async () => {
    await investor.authorised('PUT', '/api/alerts/preferences', { body: { newReport: true, investorNews: false } });
    const { id } = await uploaded('mailed');
    await replaced(id, 'mailed quietly');
    await replaced(id, 'mailed aloud', { notify: 'true' });
    const sendNow = () => ada.authorised('POST', '/api/admin/report-mails/send', { body: { documents: [id] } });
    await sendNow();
    const mails = () => portal.mailsTo('investor@x.example').then((all) => all.map(({ subject }) => subject));
    await until('the mail', async () => (await mails()).includes('New version: Title of mailed'));
    await replaced(id, 'mailed aloud again', { notify: 'true' });
    await sendNow();
    const versionMails = async () => (await mails()).filter((subject) => subject === 'New version: Title of mailed');
    await until('another mail', async () => (await versionMails()).length === 2);
    const note = await ada.get(`/api/notifications`);
    expect(note.status).toBe(200);
    const notifications = (await investor.get('/api/notifications')).body;
    expect(notifications).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ subject: id, happening: 'changed', unread: true })]),
    });
  });
});

describe('deleting an earlier version', () => {
  const remove = (id: string, number: number, by = ada) => by.authorised('DELETE', `${PATH}/${id}/versions/${number}`);

  it('removes only its file, at once, with a row in the trail', async () => {
    const before = await uploaded('mistaken');
    const after = await replaced(before.id, 'right');
    const count = await files();
    const bytes = async () => read(await ada.get('/api/admin/storage'), storageUsageSchema).bytes;
    const stored = await bytes();
    expect((await remove(before.id, 1, bob)).status).toBe(204);
    expect(await files()).toBe(count - 1);
    expect(await bytes()).toBe(stored - before.size);
    expect(await numbers(before.id)).toEqual([2]);
    expectProblem(await ada.get(`${PATH}/${before.id}/versions/1/content`), 404, 'not-found');
    expectProblem(await restore(before.id, 1), 404, 'not-found');
    expectProblem(await remove(before.id, 1), 404, 'not-found');
    expect((await investor.get(before.url)).bytes.equals(pdf('right'))).toBe(true);
    expect(await rows('audit').findOne({ subject: before.id, action: 'document.version-deleted' })).toMatchObject({
      actor: 'bob@x.example',
      detail: { version: '1', name: 'first.pdf', sha256: before.sha256 },
    });
    // Its number is not given again.
    expect((await replaced(before.id, 'third')).version).toBe(3);
    expect(after.version).toBe(2);
  });

  it('is refused for the current version, unknown ones, and people who are no admins', async () => {
    const { id } = await uploaded('only one');
    expectProblem(await remove(id, 1), 409, 'conflict');
    expectProblem(await remove(id, 2), 404, 'not-found');
    expectProblem(await remove('f'.repeat(24), 1), 404, 'not-found');
    expectProblem(await remove(id, 1, investor), 403, 'forbidden');
    expect(await numbers(id)).toEqual([1]);
  });

  it('while it is restored leaves a document with its file', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, url } = await uploaded(`contested ${round}`);
      await replaced(id, `contested next ${round}`);
      const [deletion, restoration, replacement] = await Promise.all([
        remove(id, 1),
        restore(id, 1, {}, bob),
        replace(id, pdf(`contested last ${round}`)),
      ]);
      // One of the two, or, made current and replaced again in between, both.
      expect([204, 409]).toContain(deletion.status);
      expect([200, 404]).toContain(restoration.status);
      expect(replacement.status).toBe(200);
      expect((await investor.get(url)).status).toBe(200);
      for (const { number } of await versions(id))
        expect([number, (await ada.get(`${PATH}/${id}/versions/${number}/content`)).status]).toEqual([number, 200]);
    }
    expect(await sweep()).toBe(0);
  });
});

describe('a refusal that the key and the headers decide', () => {
  const refusedForm = (method: 'POST' | 'PUT', path: string, headers: Record<string, string>) =>
    // No form: reading the body would be refused as invalid.
    ada.authorised(method, path, { headers: { 'Content-Type': MULTIPART, ...headers }, body: Buffer.from('no form') });

  it('of an unexpected file comes before the body is read, under a new key, too', async () => {
    const before = await uploaded('keyed');
    await replaced(before.id, 'keyed second', { headers: { 'Idempotency-Key': 'keyed-second' } });
    const headers = { 'If-Match': etag(before) };
    const path = `${PATH}/${before.id}/content`;
    expectProblem(
      await refusedForm('PUT', path, { ...headers, 'Idempotency-Key': 'new-key' }),
      412,
      'precondition-failed',
    );
    // Sent again, it may have changed the file itself: its body says what it is.
    expectProblem(
      await refusedForm('PUT', path, { ...headers, 'Idempotency-Key': 'keyed-second' }),
      400,
      'bad-request',
    );
    const again = await replace(before.id, pdf('keyed second'), {
      headers: { ...headers, 'Idempotency-Key': 'keyed-second' },
    });
    expect(read(again, documentSchema).version).toBe(2);
  });

  it('of a key whose document was deleted comes before the body is read', async () => {
    const headers = { 'Content-Type': MULTIPART, 'Idempotency-Key': 'deleted-since' };
    const body = multipart([
      { name: 'title', value: 'Deleted since' },
      { name: 'visibility', value: 'investor' },
      { name: 'file', value: pdf('deleted since'), fileName: 'first.pdf' },
    ]);
    const { id } = read(await ada.authorised('POST', PATH, { headers, body }), documentSchema, 201);
    expectProblem(await refusedForm('POST', PATH, headers), 400, 'bad-request');
    await ada.authorised('DELETE', `${PATH}/${id}`);
    expectProblem(await refusedForm('POST', PATH, headers), 409, 'conflict');
  });
});
