import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Binary, type Document, Long, Timestamp } from 'bson';
import { startEmbeddedMongo } from './index.ts';
import { isEmbedded, temporaryDirectory, useDatabase } from './testing/database.ts';
import { openAuthenticated, run } from './testing/scram.ts';

// What no driver sends, or only after a failure. Codes from MongoDB's source (error_codes.yml, transaction_participant.cpp).

const database = useDatabase();
const describeEmbedded = isEmbedded ? describe : describe.skip;

const newSession = () => ({ id: new Binary(Buffer.from(randomUUID().replaceAll('-', ''), 'hex'), 4) });
const insert = (collection: string, doc: Document) => ({ insert: collection, documents: [doc] });
const find = (collection: string) => ({ find: collection, filter: {} });

/** Opens a connection with a session; `in_` adds the fields of a transaction to a command. */
async function open(uri = database.uri, lsid = newSession()) {
  const socket: Socket = await openAuthenticated(uri);
  const send = async (command: Document): Promise<Document> => {
    const { operationTime, ...reply } = await run(socket, { ...command, lsid, $db: command.$db ?? 'sessions' });
    if ('ok' in reply) expect(operationTime).toBeInstanceOf(Timestamp);
    return reply;
  };
  const statement = (number: number, command: Document, more: Document = {}) =>
    send({ ...command, txnNumber: Long.fromNumber(number), autocommit: false, ...more });
  return {
    ...{ socket, lsid, send, statement },
    start: (number: number, command: Document) => statement(number, command, { startTransaction: true }),
    commit: (number: number, more: Document = {}) => statement(number, { commitTransaction: 1, $db: 'admin', ...more }),
    abort: (number: number) => statement(number, { abortTransaction: 1, $db: 'admin' }),
    retryable: (number: number, command: Document) => send({ ...command, txnNumber: Long.fromNumber(number) }),
  };
}

const docsOf = (reply: Document) => reply.cursor.firstBatch.length;

describeEmbedded('numbers of transactions', () => {
  test('a newer one ends the open one; older and ended ones are refused', async () => {
    const client = await open();
    expect(await client.statement(1, insert('n', {}))).toMatchObject({
      code: 251,
      errorLabels: ['TransientTransactionError'],
    });
    expect(await client.start(1, insert('n', {}))).toEqual({ n: 1, ok: 1 });
    expect(await client.start(1, insert('n', {}))).toMatchObject({ code: 117 });
    expect(await client.start(2, insert('n', {}))).toEqual({ n: 1, ok: 1 });
    expect(await client.commit(1)).toMatchObject({ code: 225, codeName: 'TransactionTooOld' });
    expect(await client.commit(2, { maxTimeMS: 1000 })).toEqual({ ok: 1 });
    expect(await client.commit(2)).toEqual({ ok: 1 });
    const unmet = { ok: 1, writeConcernError: { code: 100, codeName: 'UnsatisfiableWriteConcern' } };
    expect(await client.commit(2, { writeConcern: { w: 3 } })).toMatchObject(unmet);
    expect(await client.abort(2)).toMatchObject({ code: 256, codeName: 'TransactionCommitted' });
    expect(await client.statement(2, find('n'))).toMatchObject({ code: 256 });
    expect(await client.start(2, find('n'))).toMatchObject({ code: 117 });
    expect(await client.start(1, find('n'))).toMatchObject({ code: 225, codeName: 'TransactionTooOld' });
    expect(await client.start(3, insert('n', {}))).toEqual({ n: 1, ok: 1 });
    expect(await client.abort(3)).toEqual({ ok: 1 });
    for (const reply of [await client.abort(3), await client.commit(3), await client.statement(3, find('n'))])
      expect(reply).toMatchObject({ code: 251, errorLabels: ['TransientTransactionError'] });
    expect(docsOf(await client.send(find('n')))).toBe(1);
    client.socket.destroy();
  });

  test('of wrong fields none does anything', async () => {
    const client = await open();
    const number = { txnNumber: Long.fromNumber(1) };
    for (const [fields, code] of [
      [{ autocommit: false }, 72],
      [{ startTransaction: true }, 72],
      [{ ...number, startTransaction: true }, 72],
      [{ ...number, autocommit: true, startTransaction: true }, 72],
      [{ ...number, autocommit: false, startTransaction: false }, 72],
      [{ txnNumber: Long.fromNumber(-1), autocommit: false, startTransaction: true }, 72],
      [{ ...number, autocommit: false, startTransaction: true, writeConcern: { w: 1 } }, 72],
      [{ ...number, autocommit: false, readConcern: { level: 'local' } }, 72],
      [{ ...number, lsid: undefined }, 72],
      [{ ...number, autocommit: false, startTransaction: true, readConcern: { level: 'linearizable' } }, 72],
      [{ ...number, autocommit: false, startTransaction: true, $db: 'config' }, 263],
      [{ readConcern: { afterClusterTime: new Timestamp({ t: 0xffffffff, i: 1 }) } }, 72],
      [{ lsid: { id: 'x' } }, 207],
      [{ readConcern: { level: 'snapshot' } }, 2],
    ] as const)
      expect(
        await run(client.socket, { ...insert('w', {}), lsid: client.lsid, $db: 'sessions', ...fields }),
      ).toMatchObject({
        ok: 0,
        code,
      });
    expect(await client.retryable(1, find('w'))).toMatchObject({ code: 50768 });
    expect(await client.send({ commitTransaction: 1 })).toMatchObject({ code: 125 });
    await client.start(1, find('w'));
    expect(await client.statement(1, { abortTransaction: 1 })).toMatchObject({ code: 13 });
    expect(await client.start(2, { ...insert('w', {}), writeConcern: { w: 1 } })).toMatchObject({ code: 72 });
    const time = { level: 'snapshot', atClusterTime: Long.fromNumber(1) };
    expect(await client.send({ ...find('w'), readConcern: time })).toMatchObject({ ok: 0 });
    expect(docsOf(await client.send(find('w')))).toBe(0);
    client.socket.destroy();
  });

  test('a retryable write is done once, and its reply repeated', async () => {
    const client = await open();
    const add = { findAndModify: 'r', query: { _id: 1 }, update: { $inc: { n: 1 } }, upsert: true, new: true };
    const first = await client.retryable(7, add);
    expect(first.value).toEqual({ _id: 1, n: 1 });
    expect(await client.retryable(7, add)).toEqual(first);
    expect((await client.retryable(8, add)).value).toEqual({ _id: 1, n: 2 });
    expect(await client.retryable(7, add)).toMatchObject({ code: 225 });
    expect(await client.start(8, add)).toMatchObject({ code: 117 });
    expect((await client.start(9, add)).value).toEqual({ _id: 1, n: 3 });
    expect((await client.retryable(10, add)).value).toEqual({ _id: 1, n: 3 });
    expect(await client.commit(9)).toMatchObject({ ok: 0 });
    client.socket.destroy();
  });

  test('a session reads a snapshot at the time of another one, as long as one of them does', async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    await first.send(insert('s', {}));
    const { cursor } = await first.send({ ...find('s'), readConcern: { level: 'snapshot' } });
    await first.send(insert('s', {}));
    const then = { ...find('s'), readConcern: { level: 'snapshot', atClusterTime: cursor.atClusterTime } };
    expect(docsOf(await second.send(then))).toBe(1);
    expect(await third.send({ endSessions: [first.lsid] })).toEqual({ ok: 1 });
    expect(docsOf(await second.send(then))).toBe(1);
    await third.send({ endSessions: [second.lsid] });
    expect(await third.send(then)).toMatchObject({ code: 239, codeName: 'SnapshotTooOld' });
    for (const { socket } of [first, second, third]) socket.destroy();
  });
});

describeEmbedded('clients that vanish', () => {
  test('end their transaction before its limit', async () => {
    const [gone, next, other] = [await open(), await open(), await open()];
    await gone.start(1, insert('v', { by: 'gone' }));
    // One that had not started, too.
    next.socket.write(Buffer.alloc(0));
    const waiting = next.start(1, insert('v', { by: 'next' }));
    next.socket.destroy();
    await waiting;
    gone.socket.destroy();
    const start = performance.now();
    expect(await other.send(insert('v', { by: 'other' }))).toEqual({ n: 1, ok: 1 });
    expect(performance.now() - start).toBeLessThan(4000);
    expect(docsOf(await other.send(find('v')))).toBe(1);
    other.socket.destroy();
  });

  test('have a moment to commit on another connection', async () => {
    const first = await open();
    const second = await open(database.uri, first.lsid);
    await first.start(1, insert('m', {}));
    first.socket.destroy();
    await wait(300);
    expect(await second.commit(1)).toEqual({ ok: 1 });
    expect(docsOf(await second.send(find('m')))).toBe(1);
    second.socket.destroy();
  });

  test('killSessions ends a transaction', async () => {
    const [client, other] = [await open(), await open()];
    await client.start(1, insert('k', {}));
    expect(await other.send({ killSessions: [client.lsid] })).toEqual({ ok: 1 });
    expect(await client.commit(1)).toMatchObject({ code: 251 });
    for (const { socket } of [client, other]) socket.destroy();
  });
});

describeEmbedded('kill -9', () => {
  test('in a transaction leaves nothing of it; a commit and a retryable write are known afterwards', async () => {
    const directory = temporaryDirectory();
    let mongo = await startEmbeddedMongo({ dataDir: directory.path });
    const [committed, retried, pending] = [await open(mongo.uri), await open(mongo.uri), await open(mongo.uri)];
    await committed.start(1, insert('c', { _id: 1 }));
    expect(await committed.commit(1)).toEqual({ ok: 1 });
    expect(await retried.retryable(1, insert('c', { _id: 2 }))).toEqual({ n: 1, ok: 1 });
    const many = Array.from({ length: 5000 }, (_, i) => ({ _id: `p${i}`, text: 'x'.repeat(2000) }));
    expect(await pending.start(1, { insert: 'c', documents: many })).toEqual({ n: 5000, ok: 1 });
    process.kill(mongo.pid, 'SIGKILL');
    await mongo.ended;
    mongo = await startEmbeddedMongo({ dataDir: directory.path });
    const [again, asRetried, asPending] = [
      await open(mongo.uri, committed.lsid),
      await open(mongo.uri, retried.lsid),
      await open(mongo.uri, pending.lsid),
    ];
    expect(docsOf(await again.send(find('c')))).toBe(2);
    expect(await again.commit(1)).toEqual({ ok: 1 });
    expect(await asRetried.retryable(1, insert('c', { _id: 2 }))).toEqual({ n: 1, ok: 1 });
    expect(await asPending.commit(1)).toMatchObject({ code: 251, errorLabels: ['TransientTransactionError'] });
    for (const { socket } of [again, asRetried, asPending]) socket.destroy();
    await mongo.stop();
    directory.remove();
  });
});
