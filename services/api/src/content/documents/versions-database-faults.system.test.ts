import { createHash } from 'node:crypto';
import { documentSchema } from '@cytocomm/contract';
import { Types } from 'mongoose';
import { createFileStore } from '../../platform/storage/file-store.ts';
import type { CabledCommand, Fault } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { openTestCore } from '../../testing/core.ts';
import { goodForm, startUploadTrial, type UploadTrial } from '../../testing/upload-trial.ts';
import { FORM_END, fileHead } from '../../testing/uploads.ts';
import { createDocuments } from './service.ts';

// The database fails at every stage of a replacement: the document has one of both files, complete, and no file is orphaned.

let trial: UploadTrial;
beforeAll(async () => {
  trial = await startUploadTrial();
});
afterAll(() => trial.stop());
afterEach(async () => {
  trial.cable.onCommand = undefined;
  await trial.assertWell();
});

const on =
  (command: string, collection: string, nth?: number) =>
  ({ name, collection: into, earlier }: CabledCommand) =>
    name === command && into === collection && (nth === undefined || earlier === nth);

const STAGES: readonly (readonly [string, (command: CabledCommand) => boolean])[] = [
  ['the chunk', on('insert', 'fs.chunks')],
  ['the record', on('findAndModify', 'documents')],
  ['the commit', ({ name }) => name === 'commitTransaction'],
];
const FAULTS: readonly Fault[] = ['cut', 'lose-answer'];
const CASES = STAGES.flatMap(([stage, fits]) => FAULTS.map((fault) => ({ stage, fault, fits })));

/** What the jobs do that clean the store, as if an hour had gone by. */
async function clean(): Promise<void> {
  const { core, close } = await openTestCore(trial.portal.database.uri);
  const soon = new Date(Date.now() + 3600 * 1000);
  await core.database.connection
    .collection('uploads')
    .updateMany({ aliveUntil: { $lt: soon } }, { $set: { aliveUntil: new Date(0) } });
  const documents = createDocuments(core, createFileStore(core.database));
  await documents.tidyUp();
  await documents.sweep();
  await close();
}

it.each(CASES)('at $stage: $fault', async ({ fits, fault }) => {
  const { id, sha256: former } = documentSchema.parse(JSON.parse((await trial.send(goodForm('20 kB'))).text));
  const next = Buffer.from(`%PDF-1.7 ${fault} ${String(new Types.ObjectId())}`);
  const sha256 = createHash('sha256').update(next).digest('hex');
  const send = () =>
    trial.send([fileHead('b.pdf'), next, FORM_END], {
      to: { method: 'PUT', path: `/api/admin/documents/${id}/content` },
      headers: { 'Idempotency-Key': id, 'If-Match': `"${former}"` },
    });
  let happened = false;
  trial.cable.onCommand = (command) => {
    if (happened || !fits(command)) return undefined;
    happened = true;
    return fault;
  };
  const answer = await send();
  trial.cable.onCommand = undefined;
  expect(happened).toBe(true);
  expect(answer.status).toBe(503);
  await trial.cable.mend();
  const readiness = async () => (await fetch(`${trial.api.operatorUrl}/readyz`)).text();
  await until('the process to reach the database', async () => (await readiness()).includes('"database":"ok"'));
  await clean();

  const rows = (name: string) => trial.portal.connection.collection(name);
  const record = await rows('documents').findOne({ _id: new Types.ObjectId(id) });
  const isReplaced = record?.sha256 === sha256;
  expect(record?.versions ?? []).toHaveLength(isReplaced ? 1 : 0);
  const owned = [record, ...(record?.versions ?? [])].map((each) => String(each?.fileId));
  expect((await rows('fs.files').find().toArray()).map(({ _id }) => String(_id)).toSorted()).toEqual(owned.toSorted());

  // Sent again under its key it is made once.
  const again = await send();
  expect([again.status, documentSchema.parse(JSON.parse(again.text)).version]).toEqual([200, 2]);
  await clean();
  expect(await rows('fs.files').countDocuments()).toBe(2);
  for (const name of ['documents', 'fs.files', 'fs.chunks', 'uploads']) await rows(name).deleteMany({});
});
