import { acknowledgementSchema, documentSchema, type StoredDocument } from '@cytocomm/contract';
import { writePdf } from '@cytocomm/seed/pdf';
import { type mongo, Types } from 'mongoose';
import { runCommand } from '../../../main/commands/run.ts';
import { read, type TestBrowser } from '../../../testing/browser.ts';
import { until } from '../../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../../testing/portal.ts';
import { MULTIPART, multipart } from '../../../testing/uploads.ts';

// An attacker can write to the database but has no key: `npm run audit` reports each change of an acknowledgement.

const LIA = 'lia@lab.example';

let portal: TestPortal;
let admin: TestBrowser;
let lia: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await portal.signedInAs('admin@x.example', 'admin');
  lia = await portal.signedInAs(LIA, 'customer');
});
afterAll(() => portal.stop());

const run = (...words: string[]) =>
  runCommand(words[0], words.slice(1), { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri });
const records = () => portal.connection.collection('document_acknowledgements');

async function upload(title: string): Promise<StoredDocument> {
  const body = multipart([
    { name: 'title', value: title },
    { name: 'visibility', value: 'customer' },
    { name: 'kind', value: 'sop' },
    { name: 'revision', value: '3' },
    { name: 'file', value: writePdf({ title, author: 'x', date: new Date(0), sections: [] }), fileName: 'sop.pdf' },
  ]);
  const headers = { 'Content-Type': MULTIPART };
  return read(await admin.authorised('POST', '/api/admin/documents', { headers, body }), documentSchema, 201);
}

async function acknowledge(browser: TestBrowser, { id, sha256, url }: StoredDocument, name: string) {
  expect((await browser.get(url)).status).toBe(200);
  const sign = () => browser.authorised('POST', `/api/documents/${id}/acknowledgements`, { body: { name, sha256 } });
  const answer = await until('the access', async () => {
    const response = await sign();
    return response.status === 409 ? undefined : response;
  });
  return read(answer, acknowledgementSchema, 201);
}

async function recordOf({ id }: StoredDocument): Promise<mongo.BSON.Document> {
  const record = await records().findOne({ documentId: new Types.ObjectId(id) });
  if (record === null) throw new Error('no acknowledgement');
  return record;
}

it('an acknowledgement is verified by its seal and row: altered, forged, stripped, removed, moved', async () => {
  const sop = await upload('SOP 1');
  await acknowledge(lia, sop, 'Lia Lab');
  await expect(run('audit')).resolves.toContain('So is 1 acknowledgement.');
  const record = await recordOf(sop);
  const back = () => records().replaceOne({ _id: record._id }, record);
  const altered: Readonly<Record<string, unknown>> = {
    ...{ sha256: 'a'.repeat(64), userId: new Types.ObjectId(), email: 'max@lab.example', name: 'Max', title: 'x' },
    ...{ at: new Date(5), fileName: 'y', version: 2, revision: '4', validFrom: '2026-01-01', formerSeal: 'z' },
    ...{ seal: 'f'.repeat(64) },
  };
  const unsealed = ['_id', 'documentId', 'searchText'];
  expect(Object.keys(record).filter((name) => !unsealed.includes(name) && !(name in altered))).toEqual([]);
  for (const [name, value] of Object.entries(altered)) {
    await records().updateOne({ _id: record._id }, { $set: { [name]: value } });
    await expect([name, await run('audit').catch(String)]).toEqual([name, expect.stringContaining('was altered')]);
    await back();
  }
  await records().updateOne({ _id: record._id }, { $set: { name: 'Somebody' }, $unset: { seal: '' } });
  await expect(run('audit')).rejects.toThrow('was altered');
  await back();
  for (const documentId of [new Types.ObjectId(), record.documentId, 'text', null]) {
    const _id = new Types.ObjectId();
    const userId = new Types.ObjectId();
    for (const seal of [undefined, record.seal, 5]) {
      await records().insertOne({ ...record, _id, documentId, userId, seal });
      await expect(run('audit')).rejects.toThrow(/was altered|of no document/);
      await records().deleteOne({ _id });
    }
  }
  await records().deleteOne({ _id: record._id });
  await expect(run('audit')).rejects.toThrow(`an acknowledgement of document ${sop.id} is missing`);
  await records().insertOne(record);
  await expect(run('audit')).resolves.toContain('So is 1 acknowledgement.');
});

it('an acknowledgement stays verifiable after erasure, and an altered one is not erased', async () => {
  const zora = 'zora@private.example';
  const sop = await upload(`SOP 4, checked by ${zora}`);
  const browser = await portal.signedInAs(zora, 'customer');
  await acknowledge(browser, sop, 'Zora Private');
  await acknowledge(lia, sop, 'Lia Lab');
  const before = await recordOf(sop);
  await records().updateOne({ _id: before._id }, { $set: { title: 'x' } });
  await expect(run('users', 'erase', zora)).rejects.toThrow('was altered');
  await records().replaceOne({ _id: before._id }, before);
  await run('users', 'erase', zora);
  await run('users', 'erase', LIA);
  await expect(run('audit')).resolves.toContain('3 acknowledgements');
  for (const record of await records().find({}).toArray())
    expect(record).toMatchObject({ email: expect.stringMatching(/^erased-/), name: expect.stringMatching(/^erased-/) });
  const { name } = await recordOf(sop);
  await records().updateOne({ name }, { $set: { name: 'Somebody else' } });
  await expect(run('audit')).rejects.toThrow('was altered');
});
