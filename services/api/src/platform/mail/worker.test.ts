import { createLog } from '@cytocomm/runtime';
import { type Connection, createConnection } from 'mongoose';
import { z } from 'zod';
import { startTestDatabase } from '../../testing/database.ts';
import { outboxModel } from './model.ts';
import { createMailWorker, type MailWorkerOptions } from './worker.ts';

let connection: Connection;
let rows: ReturnType<typeof outboxModel>;
const started = new AsyncDisposableStack();
beforeAll(async () => {
  const database = await startTestDatabase();
  started.defer(() => database.stop());
  connection = await createConnection(database.uri).asPromise();
  started.defer(() => connection.close());
  rows = outboxModel(connection);
});
afterAll(() => started.disposeAsync());

/** A worker that sends mails of a kind by `send`, at this time. */
function workerOf({ now, ...other }: { readonly now: Date } & Partial<Omit<MailWorkerOptions, 'now'>>) {
  const outcomes: string[] = [];
  const kind = {
    name: 'invitation' as const,
    data: z.unknown(),
    compose: async () => ({ subject: '', html: '', text: '' }),
    expiresAfterMinutes: 60,
  };
  const worker = createMailWorker({
    rows,
    kinds: new Map([[kind.name, kind]]),
    transport: { send: async () => undefined, verify: async () => undefined },
    absence: { noteAway: () => undefined, noteBack: async () => undefined },
    count: (outcome) => void outcomes.push(outcome),
    log: createLog('silent'),
    now: () => now,
    ageOf: (time) => now.getTime() - time.getTime(),
    ...other,
  });
  return { worker, outcomes };
}
const queue = (id: string, createdAt: Date) =>
  rows.create({
    _id: id,
    kind: 'invitation',
    to: 'a@x.example',
    data: {},
    status: 'waiting',
    createdAt,
    nextAttemptAt: createdAt,
  });

it.each([
  ['given up when it is older than its hour', 61, 'failed'],
  ['sent when only the clock says so, which has jumped', 2, 'sent'],
] as const)('a mail is %s', async (_what, minutes, status) => {
  const now = new Date();
  const { worker } = workerOf({ now, ageOf: () => minutes * 60_000 });
  await queue(status, new Date(now.getTime() - 61 * 60_000));
  const row = await worker.claimAny();
  if (row === null) throw new Error('nothing was claimed');
  await worker.deliver(row, () => true);
  // One that is refused is tried no more: it is over.
  expect(await rows.findById(status).lean()).toMatchObject({ status });
});

it('a mail that a clock which was ahead has put off is due again; one that waits for its delay is not', async () => {
  const now = new Date();
  const { worker } = workerOf({ now });
  const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  await queue('put-off', inSeconds(3600));
  await queue('put-off-again', inSeconds(3600));
  await queue('waits', inSeconds(1700));
  await rows.updateOne({ _id: 'put-off-again' }, { $set: { attempts: 2 } });
  await rows.updateOne({ _id: 'waits' }, { $set: { attempts: 5 } });
  await worker.recover();
  const due = await rows.find({ status: 'waiting', nextAttemptAt: { $lte: now } }).lean();
  expect(due.map(({ _id }) => _id).toSorted()).toEqual(['put-off', 'put-off-again']);
  await rows.deleteMany({});
});
