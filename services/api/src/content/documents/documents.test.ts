import { createHash } from 'node:crypto';
import {
  builtInRoleSchema,
  documentAccessPageSchema,
  documentPageSchema,
  documentSchema,
  problemSchema,
  type Role,
  type StoredDocument,
  storageUsageSchema,
} from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, stopDateAtMinute, until } from '../../testing/clock.ts';
import { type EachRole, signInEachRole } from '../../testing/people.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { MULTIPART, multipart } from '../../testing/uploads.ts';

let portal: TestPortal;
let visitor: TestBrowser;
let people: EachRole;
const as = (role: Role) => people.as(role);

beforeAll(async () => {
  portal = await startTestPortal({ MAX_UPLOAD_MB: '1' });
  visitor = portal.browser();
  people = await signInEachRole(portal);
});
afterAll(() => portal.stop());

const PDF = writePdf({
  title: 'Annual report',
  author: 'Cytocomm',
  date: new Date('2025-01-01'),
  sections: [{ heading: 'Figures', paragraphs: ['All of them are good.'] }],
});

interface Form {
  readonly title?: string;
  readonly visibility?: string;
  readonly fileName?: string;
  readonly content?: Buffer;
}

function upload(form: Form = {}, by: TestBrowser = as('admin')) {
  const { title = 'Report', visibility = 'investor', fileName = 'report.pdf', content = PDF } = form;
  return by.authorised('POST', '/api/admin/documents', {
    headers: { 'Content-Type': MULTIPART },
    body: multipart([
      { name: 'title', value: title },
      { name: 'visibility', value: visibility },
      { name: 'file', value: content, fileName },
    ]),
  });
}

const uploaded = async (form: Form = {}): Promise<StoredDocument> => read(await upload(form), documentSchema, 201);

async function stored(): Promise<{ documents: number; files: number; chunks: number; uploads: number }> {
  const count = (name: string) => portal.connection.collection(name).countDocuments();
  const [documents, files, chunks, uploads] = await Promise.all(
    ['documents', 'fs.files', 'fs.chunks', 'uploads'].map(count),
  );
  return { documents: documents ?? -1, files: files ?? -1, chunks: chunks ?? -1, uploads: uploads ?? -1 };
}

describe('uploading', () => {
  it('stores the bytes and returns the document', async () => {
    const document = await uploaded({ title: '  Report 2024 ', fileName: '年報 2024.pdf' });
    expect(document).toEqual({
      id: expect.any(String),
      title: 'Report 2024',
      name: '年報 2024.pdf',
      url: `/api/documents/${document.id}/content`,
      visibility: 'investor',
      uploadedAt: expect.any(String),
      storagePath: `documents/${Date.parse(document.uploadedAt)}_年報 2024.pdf`,
      size: PDF.length,
      contentType: 'application/pdf',
      sha256: createHash('sha256').update(PDF).digest('hex'),
      uploadedBy: 'admin@x.example',
    });
    const content = await as('investor').get(document.url);
    expect(content.bytes.equals(PDF)).toBe(true);
  });

  it('accepts a PDF with bytes before its header, as scanners write', async () => {
    for (const before of ['\r\n', '\ufeff', '\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n', ' '.repeat(1023)]) {
      const content = Buffer.concat([Buffer.from(before), PDF]);
      expect(await uploaded({ content })).toMatchObject({ size: content.length, contentType: 'application/pdf' });
    }
  });

  it('accepts a PDF with scripts, which cannot run', async () => {
    const scripted = Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>\nendobj\n' +
        '<script>alert(1)</script>\ntrailer << /Root 1 0 R >>\n%%EOF\n',
    );
    const { url } = await uploaded({ content: scripted, visibility: 'public', title: 'Scripted' });
    for (const address of [url, `${url}?download=1`]) {
      const { headers, bytes } = await visitor.get(address);
      expect(bytes.equals(scripted)).toBe(true);
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['x-content-type-options']).toBe('nosniff');
      const policy = String(headers['content-security-policy']);
      // Nothing is allowed back: no allow-scripts, no allow-same-origin.
      expect(policy).toMatch(/(^|;\s*)sandbox(;|$)/);
      expect(policy).toContain("default-src 'none'");
    }
  });

  it('accepts the fields in any order', async () => {
    const body = multipart([
      { name: 'file', value: PDF, fileName: 'a.pdf' },
      { name: 'visibility', value: 'public' },
      { name: 'title', value: 'Last' },
    ]);
    const answer = await as('admin').authorised('POST', '/api/admin/documents', {
      headers: { 'Content-Type': MULTIPART },
      body,
    });
    expect(read(answer, documentSchema, 201).title).toBe('Last');
  });

  it.each([
    ['../../evil.pdf', 'evil.pdf'],
    ['C:\\\\x\\\\evil.pdf', 'evil.pdf'],
    ['a%22b%0D%0AX: y.pdf', 'a"bX: y.pdf'],
    ['年報.pdf', '年報.pdf'],
  ])('a file called %j is called %j', async (fileName, name) => {
    const document = await uploaded({ fileName });
    expect(document.name).toBe(name);
    const head = await as('admin').call('HEAD', `${document.url}?download=1`);
    expect(head.status).toBe(200);
    expect(head.headers).not.toHaveProperty('x');
  });

  it.each<[string, Form, number, string, string]>([
    [
      'an HTML page called .pdf',
      { content: Buffer.from('<!doctype html><script>alert(1)</script>') },
      415,
      'unsupported-media-type',
      'Only PDF files',
    ],
    [
      'an SVG called .pdf',
      { content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      415,
      'unsupported-media-type',
      'Only PDF files',
    ],
    [
      'a PDF that begins behind 1,024 bytes',
      { content: Buffer.concat([Buffer.alloc(1024, 32), PDF]) },
      415,
      'unsupported-media-type',
      'Only PDF files',
    ],
    ['an invisible title', { title: '\u200b \u200b' }, 400, 'validation', 'body.title'],
    ['a file of two bytes', { content: Buffer.from('%P') }, 415, 'unsupported-media-type', 'Only PDF files'],
    ['an empty file', { content: Buffer.alloc(0) }, 400, 'validation', 'the file is empty'],
    ['an empty title', { title: '   ' }, 400, 'validation', 'body.title'],
    ['a title of 10,000 characters', { title: 'x'.repeat(10_000) }, 400, 'validation', 'at most 200'],
    ['a title of 100,000 characters', { title: 'x'.repeat(100_000) }, 400, 'validation', 'body.title'],
    ['a title with a line break', { title: 'a\r\nb' }, 400, 'validation', 'one line'],
    ['a visibility that does not exist', { visibility: 'secret' }, 400, 'validation', 'body.visibility'],
    [
      'a file that is too large',
      { content: Buffer.concat([PDF, Buffer.alloc(1024 * 1024)]) },
      413,
      'too-large',
      'larger than 1 MB',
    ],
  ])('refuses %s and keeps nothing of it', async (_, form, status, code, words) => {
    const before = await stored();
    const answer = await upload(form);
    const problem = read(answer, problemSchema, status);
    expect(problem.code).toBe(code);
    expect(problem.detail).toContain(words);
    expect(await stored()).toEqual(before);
  });

  it.each<[string, Parameters<typeof multipart>[0], string]>([
    [
      'without a file',
      [
        { name: 'title', value: 'x' },
        { name: 'visibility', value: 'public' },
      ],
      'body.file',
    ],
    [
      'without a chosen file',
      [
        { name: 'title', value: 'x' },
        { name: 'visibility', value: 'public' },
        { name: 'file', value: '', fileName: '' },
      ],
      'body.file',
    ],
    [
      'without a title',
      [
        { name: 'visibility', value: 'public' },
        { name: 'file', value: PDF, fileName: 'a.pdf' },
      ],
      'body.title',
    ],
    ['without anything', [], 'body.title'],
    [
      'with two files',
      [
        { name: 'title', value: 'x' },
        { name: 'visibility', value: 'public' },
        { name: 'file', value: PDF, fileName: 'a.pdf' },
        { name: 'file', value: PDF, fileName: 'b.pdf' },
      ],
      'one file',
    ],
    [
      'with a file in another field',
      [
        { name: 'title', value: 'x' },
        { name: 'visibility', value: 'public' },
        { name: '__proto__', value: PDF, fileName: 'a.pdf' },
      ],
      '__proto__',
    ],
    [
      'with an unknown field',
      [
        { name: 'title', value: 'x' },
        { name: 'size', value: '5' },
        { name: 'file', value: PDF, fileName: 'a.pdf' },
      ],
      'body.size',
    ],
    [
      'with a title twice',
      [
        { name: 'title', value: 'x' },
        { name: 'title', value: 'y' },
        { name: 'file', value: PDF, fileName: 'a.pdf' },
      ],
      'body.title',
    ],
  ])('refuses a form %s', async (_, parts, words) => {
    const before = await stored();
    const answer = await as('admin').authorised('POST', '/api/admin/documents', {
      headers: { 'Content-Type': MULTIPART },
      body: multipart(parts),
    });
    const problem = read(answer, problemSchema, 400);
    expect(problem.detail).toContain(words);
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['a JSON body', 'application/json', '{}', 415],
    ['a form without a boundary', 'multipart/form-data', 'x', 415],
    ['a form that breaks off', MULTIPART, multipart([{ name: 'title', value: 'x' }]).subarray(0, -10), 400],
    ['something that is no form', MULTIPART, 'x'.repeat(1000), 400],
  ])('refuses %s', async (_, type, body, status) => {
    const answer = await as('admin').authorised('POST', '/api/admin/documents', {
      headers: { 'Content-Type': type },
      body,
    });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  it('is for admins only, and never by cookie alone', async () => {
    const before = await stored();
    for (const role of ['investor', 'customer', 'developer'] as const) {
      expect(read(await upload({}, as(role)), problemSchema, 403).code).toBe('forbidden');
    }
    const body = multipart([{ name: 'title', value: 'x' }]);
    const headers = { 'Content-Type': MULTIPART };
    for (const person of [visitor, as('admin')]) {
      expect((await person.post('/api/admin/documents', body, { headers })).status).toBe(401);
    }
    expect(await stored()).toEqual(before);
  });

  it('is in the audit trail', async () => {
    const document = await uploaded({ title: 'Audited' });
    const row = await portal.connection.collection('audit').findOne({ subject: document.id });
    expect(row).toMatchObject({ action: 'document.uploaded', actor: 'admin@x.example', detail: { title: 'Audited' } });
  });
});

describe('read rights', () => {
  const documents = new Map<string, StoredDocument>();
  beforeAll(async () => {
    for (const visibility of ['public', 'investor', 'customer']) {
      documents.set(visibility, await uploaded({ visibility, title: `For ${visibility}` }));
    }
  });

  const MAY: Readonly<Record<Role | 'visitor', readonly string[]>> = {
    visitor: ['public'],
    developer: ['public'],
    investor: ['public', 'investor'],
    customer: ['public', 'customer'],
    admin: ['public', 'investor', 'customer'],
  };

  it.each(Object.entries(MAY))('%s reads %j', async (who, visibilities) => {
    const role = builtInRoleSchema.safeParse(who);
    const person = role.success ? as(role.data) : visitor;
    const page = read(await person.get('/api/documents?limit=100'), documentPageSchema);
    const seen = new Set(page.items.map((item) => item.visibility));
    expect([...seen].sort()).toEqual([...visibilities].sort());
    expect(page.items.every((item) => (item.uploadedBy !== undefined) === (who === 'admin'))).toBe(true);
    for (const [visibility, document] of documents) {
      const allowed = visibilities.includes(visibility);
      expect(page.items.some((item) => item.id === document.id)).toBe(allowed);
      for (const method of ['GET', 'HEAD']) {
        const answer = await person.call(method, document.url);
        expect(answer.status).toBe(allowed ? 200 : 404);
        if (!allowed) expect(answer.headers).not.toHaveProperty('etag');
        expect(answer.headers['cache-control']).toBe(
          !allowed ? 'no-store' : visibility === 'public' ? 'public, no-cache' : 'private, no-cache',
        );
      }
      if (!allowed) {
        // A guess tells nothing: not even a known hash makes a difference.
        const guess = await person.get(document.url, {
          headers: { 'If-None-Match': `"${document.sha256}"`, Range: 'bytes=0-0' },
        });
        expect(guess.status).toBe(404);
      }
    }
  });

  it('the reports are for investors and admins', async () => {
    for (const role of ['investor', 'admin'] as const) {
      const page = read(await as(role).get('/api/reports'), documentPageSchema);
      const ids = page.items.map((item) => item.id);
      expect(ids).toContain(documents.get('investor')?.id);
      expect(ids).not.toContain(documents.get('customer')?.id);
      expect(page.items[0]).toEqual(expect.objectContaining({ name: 'report.pdf', url: expect.any(String) }));
    }
    for (const role of ['customer', 'developer'] as const) {
      expect((await as(role).get('/api/reports')).status).toBe(403);
    }
    expect((await visitor.get('/api/reports')).status).toBe(401);
  });

  it('reports are searched and ordered, without other documents', async () => {
    const title = 'Tide tables';
    for (const [word, visibility] of [
      ['north', 'investor'],
      ['south', 'public'],
      ['east', 'customer'],
    ])
      await uploaded({ title: `${title} ${word}`, visibility: String(visibility) });
    const titles = async (sort: string) => {
      const address = `/api/reports?search=tide&sort=${sort}`;
      return read(await as('investor').get(address), documentPageSchema).items.map((item) => item.title);
    };
    expect(await titles('title')).toEqual([`${title} north`, `${title} south`]);
    expect(await titles('-title')).toEqual([`${title} south`, `${title} north`]);
    for (const query of ['sort=author', 'visibility=customer'])
      expect((await as('investor').get(`/api/reports?${query}`)).status).toBe(400);
  });

  it('a person with two roles reads the documents of both', async () => {
    const both = await portal.signedInAs('both@x.example', 'investor', 'customer');
    const page = read(await both.get('/api/documents?limit=100'), documentPageSchema);
    expect(new Set(page.items.map((item) => item.visibility))).toEqual(new Set(['public', 'investor', 'customer']));
  });

  it.each([
    '/api/documents/xyz/content',
    '/api/documents/ffffffffffffffffffffffff/content',
    '/api/documents/%24ne/content',
    '/api/documents/../content',
  ])('there is nothing at %s', async (path) => {
    const answer = await as('admin').get(path);
    expect([400, 404]).toContain(answer.status);
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });
});

describe('the list', () => {
  it('has pages, newest first, with each document once', async () => {
    for (let i = 0; i < 5; i += 1)
      await uploaded({ title: `Page ${i}`, visibility: i % 2 === 0 ? 'public' : 'investor' });
    const whole = read(await as('investor').get('/api/documents?limit=100'), documentPageSchema);
    expect(whole.nextCursor).toBeNull();
    const times = whole.items.map((item) => Date.parse(item.uploadedAt));
    expect(times).toEqual([...times].sort((a, b) => b - a));

    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: ReturnType<typeof documentPageSchema.parse> = read(
        await as('investor').get(`/api/documents?limit=2${query}`),
        documentPageSchema,
      );
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(whole.items.map((item) => item.id));
  });

  it('keeps a stable order of documents with the same time', async () => {
    const at = new Date('2020-01-01T00:00:00Z');
    const ids = (await Promise.all([1, 2, 3].map(() => uploaded({ title: 'Twin', visibility: 'customer' })))).map(
      ({ id }) => id,
    );
    await portal.connection.collection('documents').updateMany({ title: 'Twin' }, { $set: { uploadedAt: at } });
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const page: ReturnType<typeof documentPageSchema.parse> = read(
        await as('customer').get(`/api/documents?limit=1${query}`),
        documentPageSchema,
      );
      seen.push(...page.items.map((item) => item.id));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.slice(-3)).toEqual([...ids].sort().reverse());
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'limit=-1',
    'cursor=!!',
    'cursor=e30',
    'cursor=WzEsMl0',
    // [8640000000000001, "000…"]: a millisecond after the last date that there is.
    'cursor=Wzg2NDAwMDAwMDAwMDAwMDEsIjAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMCJd',
    'limit[$gt]=1',
    'page=2',
    '__proto__=1',
  ])('refuses ?%s', async (query) => {
    expect(read(await visitor.get(`/api/documents?${query}`), problemSchema, 400).code).toBe('validation');
  });
});

describe('deleting', () => {
  it('removes the record, and the file when it leaves the bin', async () => {
    const before = await stored();
    const document = await uploaded();
    expect((await as('admin').authorised('DELETE', `/api/admin/documents/${document.id}`)).status).toBe(204);
    expect(await stored()).toMatchObject({ documents: before.documents, files: before.files + 1 });
    expect((await as('investor').get(document.url)).status).toBe(404);
    expect((await as('admin').authorised('DELETE', `/api/admin/documents/${document.id}`)).status).toBe(404);
    const row = await portal.connection
      .collection('audit')
      .findOne({ subject: document.id, action: 'document.deleted' });
    expect(row).toMatchObject({ actor: 'admin@x.example' });
    expect((await as('admin').authorised('DELETE', `/api/admin/bin/document/${document.id}`)).status).toBe(204);
    expect(await stored()).toEqual(before);
  });

  it('happens once for concurrent calls', async () => {
    const document = await uploaded();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => as('admin').authorised('DELETE', `/api/admin/documents/${document.id}`)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 404, 404, 404, 404]);
  });

  it('is for admins only', async () => {
    const document = await uploaded();
    const path = `/api/admin/documents/${document.id}`;
    for (const role of ['investor', 'customer', 'developer'] as const) {
      expect((await as(role).authorised('DELETE', path)).status).toBe(403);
    }
    expect((await visitor.call('DELETE', path)).status).toBe(401);
    expect((await as('admin').call('DELETE', path)).status).toBe(401);
    expect((await as('investor').get(document.url)).status).toBe(200);
  });
});

describe('the access log', () => {
  afterEach(realDate);

  const log = async (document: StoredDocument) =>
    read(await as('admin').get(`/api/admin/documents/${document.id}/accesses`), documentAccessPageSchema).items;

  it('has who opened and downloaded a document', async () => {
    const document = await uploaded({ visibility: 'public' });
    // One after the other, within one minute.
    stopDateAtMinute();
    await as('investor').get(document.url);
    await as('investor').get(document.url, { headers: { Range: 'bytes=0-99' } });
    moveDate(1);
    await as('customer').get(`${document.url}?download=1`);
    moveDate(1);
    await visitor.get(document.url);
    const entries = await until('three entries', async () => {
      const found = await log(document);
      return found.length >= 3 ? found : undefined;
    });
    expect(entries.map(({ by, action }) => [by, action])).toEqual([
      [null, 'opened'],
      ['customer@x.example', 'downloaded'],
      ['investor@x.example', 'opened'],
    ]);
    expect(entries[0]?.from).toBe('');
    expect(entries[1]?.from).toBe(as('customer').address);
  });

  it('does not count HEAD requests, further parts, or refusals', async () => {
    const document = await uploaded();
    await as('investor').call('HEAD', document.url);
    await as('investor').get(document.url, { headers: { Range: 'bytes=100-' } });
    await as('customer').get(document.url);
    expect(await log(document)).toEqual([]);
  });

  it('is for admins only', async () => {
    const document = await uploaded();
    const path = `/api/admin/documents/${document.id}/accesses`;
    for (const role of ['investor', 'customer', 'developer'] as const)
      expect((await as(role).get(path)).status).toBe(403);
    expect((await visitor.get(path)).status).toBe(401);
    expect((await as('admin').get('/api/admin/documents/ffffffffffffffffffffffff/accesses')).status).toBe(404);
  });
});

it('storage usage has the stored bytes and the maximum upload size', async () => {
  const before = read(await as('admin').get('/api/admin/storage'), storageUsageSchema);
  await uploaded();
  const after = read(await as('admin').get('/api/admin/storage'), storageUsageSchema);
  expect(after).toEqual({
    documents: before.documents + 1,
    bytes: before.bytes + PDF.length,
    maxUploadBytes: 1024 * 1024,
  });
  expect((await as('investor').get('/api/admin/storage')).status).toBe(403);
});
