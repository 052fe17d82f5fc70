import {
  acknowledgementPageSchema,
  acknowledgementSchema,
  auditPageSchema,
  binPageSchema,
  documentPageSchema,
  documentReadersSchema,
  documentSchema,
  missingAcknowledgementPageSchema,
  type StoredDocument,
} from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { runCommand } from '../../../main/commands/run.ts';
import { expectProblem, read, type TestBrowser } from '../../../testing/browser.ts';
import { moveDate, realDate, until } from '../../../testing/clock.ts';
import { recordQueries } from '../../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { MULTIPART, multipart } from '../../../testing/uploads.ts';
import { accessModel } from '../access-log.ts';
import { acknowledgementModel } from './model.ts';

const LIA = 'lia@lab.example';
const MAX = 'max@lab.example';
const UNKNOWN = 'ffffffffffffffffffffffff';

let portal: TestPortal;
let admin: TestBrowser;
let lia: TestBrowser;
let max: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal({}, 'monitorCommands=true');
  admin = await portal.signedInAs('admin@x.example', 'admin');
  lia = await portal.signedInAs(LIA, 'customer');
  max = await portal.signedInAs(MAX, 'customer');
  await portal.person('ina@fund.example', 'investor');
});
afterAll(() => portal.stop());
afterEach(realDate);

const pdfOf = (words: string) => writePdf({ title: words, author: 'Cytocomm', date: new Date(0), sections: [] });
const headers = { 'Content-Type': MULTIPART };

async function upload(title: string, fields: Readonly<Record<string, string>> = {}): Promise<StoredDocument> {
  const input = { title, visibility: 'customer', kind: 'sop', revision: '3', validFrom: '2026-03-01', ...fields };
  const body = multipart([
    ...Object.entries(input).flatMap(([name, value]) => (value === '' ? [] : [{ name, value }])),
    { name: 'file', value: pdfOf(title), fileName: 'sop.pdf' },
  ]);
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

async function replace({ id }: StoredDocument, words: string): Promise<StoredDocument> {
  const body = multipart([{ name: 'file', value: pdfOf(words), fileName: 'newer.pdf' }]);
  return read(await admin.authorised('PUT', `/api/admin/documents/${id}/content`, { headers, body }), documentSchema);
}

/** Opens a document, and waits for the row about it. */
async function open(browser: TestBrowser, { id, url, version = 1 }: StoredDocument, email: string): Promise<void> {
  expect((await browser.get(url)).status).toBe(200);
  const row = { documentId: id, by: email, ...(version > 1 && { version }) };
  await until('the access', async () => (await accessModel(portal.connection).exists(row)) ?? undefined);
}

const at = ({ id }: { readonly id: string }) => `/api/documents/${id}/acknowledgements`;
const ofAdmin = ({ id }: { readonly id: string }) => `/api/admin/documents/${id}`;
const sign = (browser: TestBrowser, document: Pick<StoredDocument, 'id' | 'sha256'>, name = 'Lia Lab') =>
  browser.authorised('POST', at(document), { body: { name, sha256: document.sha256 } });
const signed = async (browser: TestBrowser, document: StoredDocument, name?: string) =>
  read(await sign(browser, document, name), acknowledgementSchema, 201);
const listed = async (browser: TestBrowser, { id }: StoredDocument) => {
  const { items } = read(await browser.get('/api/documents?limit=100'), documentPageSchema);
  const found = items.find((each) => each.id === id);
  return found && { opened: found.opened, at: found.acknowledgedAt, revision: found.acknowledgedRevision };
};
const pageOf = async (document: StoredDocument, query = '') =>
  read(await admin.get(`${ofAdmin(document)}/acknowledgements${query}`), acknowledgementPageSchema);
const missing = async (document: StoredDocument, query = '') =>
  read(await admin.get(`${ofAdmin(document)}/missing-acknowledgements${query}`), missingAcknowledgementPageSchema);
const rows = ({ id }: StoredDocument) =>
  acknowledgementModel(portal.connection).find({ documentId: id }).sort({ at: 1 }).lean();
const trailOf = async ({ id }: { readonly id: string }) =>
  read(await admin.get(`/api/admin/audit?subject=${id}`), auditPageSchema).items;

describe('an SOP', () => {
  it('can be acknowledged once opened; readers see when, admins see who has and who has not', async () => {
    const sop = await upload('SOP 1: implantation');
    expect(await listed(lia, sop)).toEqual({ opened: false, at: undefined, revision: undefined });
    const refused = await sign(lia, sop);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('not opened this file completely')]);

    await open(lia, sop, LIA);
    expect(await listed(lia, sop)).toMatchObject({ opened: true, at: undefined });
    const acknowledgement = await signed(lia, sop, '  Lia Lab ');
    expect(acknowledgement).toMatchObject({ name: 'Lia Lab', sha256: sop.sha256, revision: '3' });
    expect(await listed(lia, sop)).toEqual({ opened: true, at: acknowledgement.acknowledgedAt, revision: '3' });
    expect(await listed(max, sop)).toEqual({ opened: false, at: undefined, revision: undefined });

    const { items, title, kind, revision } = await pageOf(sop);
    expect({ title, kind, revision }).toEqual({ title: 'SOP 1: implantation', kind: 'sop', revision: '3' });
    expect(items).toEqual([
      {
        ...{
          email: LIA,
          name: 'Lia Lab',
          acknowledgedAt: acknowledgement.acknowledgedAt,
          sha256: sop.sha256,
          revision: '3',
        },
        ...{ title: 'SOP 1: implantation', fileName: 'sop.pdf', version: 1, validFrom: '2026-03-01', isCurrent: true },
      },
    ]);
    expect((await missing(sop)).items).toEqual([
      { email: MAX, name: 'max', opened: false, lastSignInAt: expect.any(String) },
    ]);
    const counted = read(await admin.get(`${ofAdmin(sop)}/readers`), documentReadersSchema);
    expect(counted).toEqual({ role: 'customer', people: 2, opened: 1, openedEarlier: 0, more: false, acknowledged: 1 });
    const [row, ...others] = (await trailOf(sop)).filter(({ action }) => action === 'document.acknowledged');
    expect(others).toEqual([]);
    expect(row).toMatchObject({ actor: LIA, detail: { revision: '3', version: '1', sha256: sop.sha256 } });
  });

  it('asks again after a replacement, and keeps earlier acknowledgements', async () => {
    const sop = await upload('SOP 2: rinsing');
    await open(lia, sop, LIA);
    const first = await signed(lia, sop);
    const newer = await replace(sop, 'Rinsing, better');
    await admin.authorised('PATCH', ofAdmin(sop), { body: { revision: '4', title: 'SOP 2: rinsing well' } });
    expect(await listed(lia, sop)).toEqual({ opened: false, at: undefined, revision: undefined });

    const old = await sign(lia, sop);
    expect([old.status, old.headers.etag]).toEqual([412, `"${newer.sha256}"`]);
    expect((await sign(lia, newer)).status).toBe(409);
    await open(lia, newer, LIA);
    const second = await signed(lia, newer);
    expect(second).toMatchObject({ sha256: newer.sha256, revision: '4' });
    expect(await rows(sop)).toMatchObject([
      { sha256: sop.sha256, revision: '3', title: 'SOP 2: rinsing', at: new Date(first.acknowledgedAt), version: 1 },
      { sha256: newer.sha256, revision: '4', title: 'SOP 2: rinsing well', fileName: 'newer.pdf', version: 2 },
    ]);
    const shown = async (query: string) => (await pageOf(sop, query)).items.map(({ version }) => version);
    expect(await shown('')).toEqual([2, 1]);
    expect(await shown('?sort=acknowledgedAt')).toEqual([1, 2]);
    expect(await shown('?file=current')).toEqual([2]);
    expect(await shown('?file=earlier')).toEqual([1]);

    await admin.authorised('POST', `${ofAdmin(sop)}/versions/1/restore`);
    expect(await listed(lia, sop)).toMatchObject({ at: first.acknowledgedAt, revision: '3' });
  });

  it('is acknowledged once for repeated and concurrent calls in two processes', async () => {
    const sop = await upload('SOP 3: at once');
    await open(lia, sop, LIA);
    const other = await portal.another();
    const elsewhere = await portal.signedIn(LIA, other.url);
    const browsers = Array.from({ length: 20 }, (_, number) => (number % 2 === 0 ? lia : elsewhere));
    const answers = await Promise.all(browsers.map((browser, number) => signed(browser, sop, `Lia ${number}`)));
    expect(await rows(sop)).toHaveLength(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await trailOf(sop)).filter(({ action }) => action === 'document.acknowledged')).toHaveLength(1);
    await other.stop();
  });

  it('accepts acknowledgements of current readers only: not without the role, not in the bin, not of a later owner of the address', async () => {
    const sop = await upload('SOP 4: left');
    const email = 'leaves@lab.example';
    const leaving = await portal.signedInAs(email, 'customer');
    await open(leaving, sop, email);
    const role = (enable: boolean) =>
      admin.authorised('PATCH', `/api/admin/users/${email}`, { body: { role: 'customer', enable } });
    await role(false);
    expect((await sign(leaving, sop)).status).toBe(404);
    await role(true);
    await admin.authorised('DELETE', ofAdmin(sop));
    expect((await sign(leaving, sop)).status).toBe(404);
    await admin.authorised('POST', `/api/admin/bin/document/${sop.id}/restore`);
    await signed(leaving, sop);

    await admin.authorised('DELETE', `/api/admin/users/${email}`);
    const next = await portal.signedInAs(email, 'customer');
    expect(await listed(next, sop)).toMatchObject({ at: undefined });
    expect((await missing(sop)).items.map((each) => each.email)).toContain(email);
    expect(await rows(sop)).toMatchObject([{ email }]);
    await admin.authorised('DELETE', `/api/admin/users/${email}`);
  });

  it('cannot be acknowledged in a preview or with a session alone', async () => {
    const sop = await upload('SOP 5: previewed');
    const body = { name: 'Ada', sha256: sop.sha256 };
    const previewed = await admin.authorised('POST', at(sop), { body, headers: { 'Preview-As': 'customer' } });
    expect([previewed.status, previewed.text]).toEqual([403, expect.stringContaining('"preview"')]);
    expect((await lia.post(at(sop), body)).status).toBe(401);
    expect((await portal.browser().post(at(sop), body)).status).toBe(401);
    expect(await rows(sop)).toEqual([]);
  });
});

it('other and public documents need no acknowledgement; unreadable ones are 404', async () => {
  const note = await upload('Note', { kind: 'note' });
  const bare = await upload('Without a kind', { kind: '' });
  const open = await upload('For everybody', { visibility: 'public' });
  const hidden = await upload('For investors', { visibility: 'investor' });
  for (const document of [note, bare, open]) {
    const refusal = expectProblem(await sign(lia, document), 409, 'conflict');
    expect(refusal.detail).toBe('This document needs no acknowledgement: only SOPs do, and none that are public.');
    expect(await listed(lia, document)).toEqual({ opened: undefined, at: undefined, revision: undefined });
    expect((await admin.get(`${ofAdmin(document)}/missing-acknowledgements`)).status).toBe(409);
    expect((await pageOf(document)).items).toEqual([]);
    const counted = read(await admin.get(`${ofAdmin(document)}/readers`), documentReadersSchema);
    expect(counted.acknowledged).toBeUndefined();
  }
  const [theirs, nobodys] = [await sign(lia, hidden), await sign(lia, { ...hidden, id: UNKNOWN })];
  expect([theirs.status, nobodys.status]).toEqual([404, 404]);
  const refusal = ({ text }: { readonly text: string }) => ({ ...JSON.parse(text), requestId: '' });
  expect(refusal(theirs)).toEqual(refusal(nobodys));
});

it('400 names the invalid field', async () => {
  const sop = await upload('SOP 6: wrong');
  await open(lia, sop, LIA);
  const { sha256 } = sop;
  const good = { name: 'Lia', sha256 };
  for (const [body, path] of [
    [{ ...good, name: '' }, 'body.name'],
    [{ ...good, name: '  ' }, 'body.name'],
    [{ ...good, name: 'x'.repeat(10_000) }, 'body.name'],
    [{ ...good, name: 'Lia\u0000' }, 'body.name'],
    [{ ...good, name: 'Lia\nLab' }, 'body.name'],
    [{ ...good, name: 'Lia\u001b[2J' }, 'body.name'],
    [{ ...good, name: '\ud800' }, 'body.name'],
    [{ ...good, name: { $gt: '' } }, 'body.name'],
    [{ sha256 }, 'body.name'],
    [{ name: 'Lia' }, 'body.sha256'],
    [{ ...good, sha256: 'x' }, 'body.sha256'],
    [{ ...good, sha256: sha256.toUpperCase() }, 'body.sha256'],
    [{ ...good, at: '2020-01-01' }, 'body.at'],
  ] as const) {
    const answer = await lia.authorised('POST', at(sop), { body });
    expect([body, answer.status]).toEqual([body, 400]);
    expect(JSON.parse(answer.text).errors[0].path).toBe(path);
  }
  expect((await lia.authorised('POST', at({ id: 'x' }), { body: good })).status).toBe(400);
  const other = await sign(lia, { ...sop, sha256: 'a'.repeat(64) });
  expect([other.status, JSON.parse(other.text).code]).toEqual([412, 'precondition-failed']);
  expect(await rows(sop)).toEqual([]);
});

describe('the lists of admins', () => {
  it('are for admins, with 404 for unknown documents and 400 with the invalid field', async () => {
    const sop = await upload('SOP 7: guarded');
    for (const path of ['acknowledgements', 'acknowledgements.csv', 'missing-acknowledgements']) {
      expect((await lia.get(`${ofAdmin(sop)}/${path}`)).status).toBe(403);
      expect((await portal.browser().get(`${ofAdmin(sop)}/${path}`)).status).toBe(401);
      expect((await admin.get(`${ofAdmin({ id: UNKNOWN })}/${path}`)).status).toBe(404);
    }
    for (const query of ['file=newest', 'sort=email', 'limit=0', 'cursor=!', 'search[$ne]=x', 'cursor=AAAA'])
      expect([query, (await admin.get(`${ofAdmin(sop)}/acknowledgements?${query}`)).status]).toEqual([query, 400]);
    for (const query of ['limit=101', 'cursor=!', 'cursor=AAAA', 'search=x'])
      expect([query, (await admin.get(`${ofAdmin(sop)}/missing-acknowledgements?${query}`)).status]).toEqual([
        query,
        400,
      ]);
  });

  it('are paged, searched and exported', async () => {
    const sop = await upload('SOP 8: many');
    const people = Array.from({ length: 7 }, (_, number) => `many${number}@many.example`);
    const lab = await Promise.all(people.map((email) => portal.person(email, 'customer')));
    expect(lab).toHaveLength(7);
    for (const [number, email] of people.entries()) {
      if (number >= 4) continue;
      const browser = await portal.signedIn(email);
      await open(browser, sop, email);
      await signed(browser, sop, number === 0 ? '=Élodie Formula' : `Person ${number}`);
    }
    const all: string[] = [];
    for (let query = '?limit=3', more: string | null = ''; more !== null; query = `?limit=3&cursor=${more}`) {
      const { items, nextCursor } = await pageOf(sop, query);
      all.push(...items.map(({ email }) => email));
      more = nextCursor;
    }
    expect(all).toEqual(people.slice(0, 4).toReversed());
    const found = async (query: string) => (await pageOf(sop, query)).items.map(({ email }) => email);
    expect(await found('?search=elodie')).toEqual([people[0]]);
    expect(await found('?search=many+person+2&file=current')).toEqual([people[2]]);
    expect(await found('?search=many&file=earlier')).toEqual([]);
    expect((await pageOf(sop, '?file=current&sort=acknowledgedAt')).items).toHaveLength(4);

    const missingEmails: string[] = [];
    for (let query = '?limit=2', more: string | null = ''; more !== null; query = `?limit=2&cursor=${more}`) {
      const { items, nextCursor } = await missing(sop, query);
      expect(items.length).toBeLessThanOrEqual(2);
      missingEmails.push(...items.map(({ email }) => email));
      more = nextCursor;
    }
    expect(missingEmails).toEqual([LIA, ...people.slice(4), MAX].toSorted());

    const { text, headers: sentHeaders } = await admin.get(`${ofAdmin(sop)}/acknowledgements.csv?search=elodie`);
    expect(sentHeaders['content-disposition']).toBe('attachment; filename="acknowledgements.csv"');
    const [names, line, ...rest] = text.replace('\ufeff', '').trim().split('\r\n');
    expect(names).toBe('who,nameGiven,when,document,revision,validFrom,file,version,sha256,current');
    expect(line).toMatch(/^many0@many\.example,'=Élodie Formula,.*,SOP 8: many,3,2026-03-01,sop\.pdf,1,\w{64},yes$/);
    expect(rest).toEqual([]);
    const [row] = await trailOf(sop);
    expect(row).toMatchObject({ action: 'document.acknowledgements-exported', detail: { search: 'elodie' } });
  });

  it('take few queries per page of documents', async () => {
    const sops = await Promise.all(['a', 'b', 'c'].map((each) => upload(`SOP 9${each}: counted`)));
    for (const sop of sops) await open(max, sop, MAX);
    const all = recordQueries();
    const { items } = read(await max.get('/api/documents?kind=sop&search=counted'), documentPageSchema);
    expect(items.map(({ opened }) => opened)).toEqual([true, true, true]);
    const queries = all.filter(({ collection }) =>
      ['document_acknowledgements', 'document_accesses'].includes(collection),
    );
    expect(queries.map(({ name, collection }) => [name, collection]).toSorted()).toEqual([
      ['distinct', 'document_accesses'],
      ['find', 'document_acknowledgements'],
    ]);
  });
});

it('an SOP among the reports has the state of its reader, too', async () => {
  const sop = await upload('SOP 12: for investors', { visibility: 'investor' });
  const email = 'rita@fund.example';
  const rita = await portal.signedInAs(email, 'investor');
  const reported = async () =>
    read(await rita.get('/api/reports'), documentPageSchema).items.find(({ id }) => id === sop.id);
  expect(await reported()).toMatchObject({ opened: false });
  await open(rita, sop, email);
  const { acknowledgedAt } = await signed(rita, sop);
  expect(await reported()).toMatchObject({ opened: true, acknowledgedAt, acknowledgedRevision: '3' });
});

describe('a browser with a copy of a file from another person', () => {
  const later = () => new Date(Date.now() + 3_600_000).toUTCString();

  it.each<[string, (sop: StoredDocument) => Record<string, string>]>([
    ['by its tag', ({ sha256 }) => ({ 'If-None-Match': `"${sha256}"` })],
    ['by any tag', () => ({ 'If-None-Match': '*' })],
    ['by its date', () => ({ 'If-Modified-Since': later() })],
  ])('is sent the file, so that its reader can acknowledge it, and 304 from then on: %s', async (_, headersFor) => {
    const sop = await upload('SOP 12: asked for with conditions');
    const headers = headersFor(sop);
    const accesses = () => accessModel(portal.connection).countDocuments({ documentId: sop.id, by: LIA });
    await open(max, sop, MAX);
    // A HEAD request sends nothing and counts as no reading.
    expect((await lia.call('HEAD', sop.url, { headers })).status).toBe(304);
    expect(await listed(lia, sop)).toMatchObject({ opened: false });
    expect((await sign(lia, sop)).status).toBe(409);

    const first = await lia.get(sop.url, { headers });
    expect(first.status).toBe(200);
    expect(first.bytes).toHaveLength(sop.size);
    await until('the access', async () => ((await accesses()) === 1 ? true : undefined));
    await signed(lia, sop);
    moveDate(61_000);
    expect((await lia.get(sop.url, { headers })).status).toBe(304);
    await until('the second access', async () => ((await accesses()) === 2 ? true : undefined));
  });
});

it('accesses of a former owner of the address do not count, until that person is restored', async () => {
  const sop = await upload('SOP 11: one address, two people');
  const email = 'desk@lab.example';
  const person = `/api/admin/users/${email}`;
  await open(await portal.signedInAs(email, 'customer'), sop, email);
  expect((await admin.authorised('DELETE', person)).status).toBe(204);

  const second = await portal.signedInAs(email, 'customer');
  expect(await listed(second, sop)).toMatchObject({ opened: false });
  expect((await sign(second, sop)).status).toBe(409);
  const counted = async () => read(await admin.get(`${ofAdmin(sop)}/readers`), documentReadersSchema).opened;
  expect(await counted()).toBe(0);
  expect((await missing(sop)).items).toContainEqual({
    email,
    name: 'desk',
    opened: false,
    lastSignInAt: expect.any(String),
  });
  // Not as the one before did: that would be the same access within a minute.
  expect((await second.get(`${sop.url}?download=1`)).status).toBe(200);
  await until('the access', async () => ((await listed(second, sop))?.opened === true ? true : undefined));
  expect(await counted()).toBe(1);
  await signed(second, sop);

  expect((await admin.authorised('DELETE', person)).status).toBe(204);
  const bin = read(await admin.get('/api/admin/bin?kind=user'), binPageSchema).items.filter(
    (each) => each.email === email,
  );
  const [first] = bin.toSorted((a, b) => a.deletedAt.localeCompare(b.deletedAt));
  expect((await admin.authorised('POST', `/api/admin/bin/user/${first?.id}/restore`)).status).toBe(204);
  expect(await listed(await portal.signedIn(email), sop)).toEqual({ opened: true, at: undefined, revision: undefined });
});

it('erasing a person keeps acknowledgements without name and address; an export has both', async () => {
  const sop = await upload('SOP 10: erased');
  const email = 'zora@private.example';
  const zora = await portal.signedInAs(email, 'customer');
  await open(zora, sop, email);
  await signed(zora, sop, 'Zora Private');
  const [before] = await rows(sop);
  const run = (...words: string[]) =>
    runCommand(words[0], words.slice(1), { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri });
  const exported = JSON.parse(await run('users', 'export', email));
  expect(exported.records.document_acknowledgements).toMatchObject([{ email, name: 'Zora Private', revision: '3' }]);
  expect(Object.keys(exported.records.document_acknowledgements[0])).not.toContain('searchText');
  const output = await run('users', 'erase', email);
  expect(output).not.toContain('Still named');
  const [after] = await rows(sop);
  const pseudonym = expect.stringMatching(/^erased-\w+$/);
  expect(after).toMatchObject({ email: pseudonym, name: pseudonym, sha256: sop.sha256, at: before?.at });
  expect(after?.userId).not.toEqual(before?.userId);
  expect(JSON.stringify(after)).not.toMatch(/zora|private/i);
  expect((await pageOf(sop, '?search=erased')).items).toHaveLength(1);
});
