import { createLog } from '@cytocomm/listener';
import { createConnection } from 'mongoose';
import { z } from 'zod';
import { startTestDatabase } from '../testing/database.ts';
import { until } from '../testing/until.ts';
import { outboxModel } from './model.ts';
import { createMailWorker } from './worker.ts';

it('a mail is claimed for seconds, so that one of a killed process goes soon, and for minutes once it is handed over', async () => {
  await using started = new AsyncDisposableStack();
  const database = await startTestDatabase();
  started.defer(() => database.stop());
  const connection = await createConnection(database.uri).asPromise();
  started.defer(() => connection.close());
  const rows = outboxModel(connection);
  const now = new Date();
  const outcomes: string[] = [];
  const held = Promise.withResolvers<void>();
  const worker = createMailWorker({
    rows,
    kinds: new Map([
      [
        'invitation',
        { name: 'invitation', data: z.unknown(), compose: async () => ({ subject: '', html: '', text: '' }) },
      ],
    ]),
    transport: { send: () => held.promise, verify: async () => undefined },
    absence: { noteAway: () => undefined, noteBack: async () => undefined },
    count: (outcome) => void outcomes.push(outcome),
    log: createLog('silent'),
    now: () => now,
  });
  await rows.create({
    _id: 'one',
    kind: 'invitation',
    to: 'a@x.example',
    data: {},
    status: 'waiting',
    createdAt: now,
    nextAttemptAt: now,
  });
  const secondsOf = (until?: Date) => ((until?.getTime() ?? 0) - now.getTime()) / 1000;

  const row = await worker.claimAny();
  expect(secondsOf(row?.claimedUntil)).toBeLessThanOrEqual(5);
  if (row === null) throw new Error('nothing was claimed');
  const delivering = worker.deliver(row, () => true);
  const sending = await until('it to be handed over', async () => {
    const found = await rows.findById('one').lean();
    return found?.status === 'sending' ? found : undefined;
  });
  // Longer than all deadlines of the transport together.
  expect(secondsOf(sending.claimedUntil)).toBeGreaterThan(120);
  held.resolve();
  await delivering;
  expect(outcomes).toEqual(['sent']);
  expect(await rows.findById('one').lean()).toMatchObject({ status: 'sent' });
});
