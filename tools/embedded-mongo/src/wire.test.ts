import { BSON } from 'bson';
import fc from 'fast-check';
import { isEmbedded, useDatabase } from './testing/database.ts';
import { firstReply, openAuthenticated, openSocket } from './testing/scram.ts';

// What no driver sends. The bytes follow the MongoDB manual, "MongoDB Wire Protocol", and bsonspec.org.

const database = useDatabase();
const describeEmbedded = isEmbedded ? describe : describe.skip;

function message(opCode: number, body: Buffer, length = body.length + 16): Buffer {
  const header = Buffer.alloc(16);
  header.writeInt32LE(length, 0);
  header.writeInt32LE(7, 4);
  header.writeInt32LE(opCode, 12);
  return Buffer.concat([header, body]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

const document = (doc: object) => Buffer.from(BSON.serialize(doc));
const msg = (sections: readonly Buffer[], flags = 0) => message(2013, Buffer.concat([int32(flags), ...sections]));
const body = (doc: object) => Buffer.concat([Buffer.of(0), document(doc)]);
const sequence = (name: string, docs: readonly Buffer[]) => {
  const content = Buffer.concat([Buffer.from(`${name}\0`), ...docs]);
  return Buffer.concat([Buffer.of(1), int32(content.length + 4), content]);
};
const ping = msg([body({ ping: 1, $db: 'x' })]);

async function ask(bytes: Buffer): Promise<Record<string, unknown> | 'closed'> {
  const socket = await openAuthenticated(database.uri);
  const answer = firstReply(socket);
  socket.write(bytes);
  const result = await answer;
  socket.destroy();
  return result;
}

/** Returns a document with one element of raw bytes. */
function element(type: number, value: Buffer): Buffer {
  const content = Buffer.concat([Buffer.of(type), Buffer.from('a\0'), value, Buffer.of(0)]);
  return Buffer.concat([int32(content.length + 4), content]);
}

const insertRaw = (doc: Buffer) => msg([body({ insert: 'wire', $db: 'x' }), sequence('documents', [doc])]);

describeEmbedded('hostile bytes', () => {
  afterEach(async () => {
    expect(await database.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  test('good ones, as a check of the tests', async () => {
    expect(await ask(ping)).toEqual({ ok: 1 });
    expect(await ask(insertRaw(document({ a: 1 })))).toEqual({ n: 1, ok: 1 });
    const query = Buffer.concat([
      int32(0),
      Buffer.from('admin.$cmd\0'),
      int32(0),
      int32(-1),
      document({ ismaster: 1 }),
    ]);
    expect(await ask(message(2004, query))).toMatchObject({ ismaster: true, ok: 1 });
  });

  test('a message in many pieces, and two in one piece', async () => {
    const socket = await openAuthenticated(database.uri);
    const answer = firstReply(socket);
    for (const byte of ping) socket.write(Buffer.of(byte));
    expect(await answer).toEqual({ ok: 1 });
    const both = firstReply(socket);
    socket.write(Buffer.concat([ping, ping]));
    expect(await both).toEqual({ ok: 1 });
    socket.destroy();
  });

  test.each<readonly [string, Buffer]>([
    ['a length of 0', message(2013, Buffer.alloc(0), 0)],
    ['a negative length', message(2013, Buffer.alloc(0), -5)],
    ['a length beyond 48 MB', message(2013, Buffer.alloc(0), 48_000_001)],
    ['a largest length', message(2013, Buffer.alloc(0), 0x7fffffff)],
    ['an unknown operation', message(9999, Buffer.alloc(8))],
    ['a compressed message', message(2012, Buffer.alloc(8))],
    ['an old insert', message(2002, Buffer.alloc(8))],
    ['a TLS hello', Buffer.from('160301020001', 'hex')],
    ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ])('%s closes the connection', async (name, bytes) => {
    const socket = await openAuthenticated(database.uri);
    const answer = firstReply(socket);
    socket.write(bytes);
    if (name === 'a TLS hello') socket.end();
    expect(await answer).toBe('closed');
  });

  test.each<readonly [string, Buffer, number]>([
    ['no body', msg([sequence('documents', [document({})])]), 40587],
    ['two bodies', msg([body({ ping: 1, $db: 'x' }), body({ ping: 1 })]), 40430],
    ['an unknown section', msg([Buffer.of(9)]), 40432],
    ['an unknown flag', msg([body({ ping: 1, $db: 'x' })], 4), 223],
    ['nothing at all', message(2013, Buffer.alloc(0)), 22],
    ['no $db', msg([body({ ping: 1 })]), 40571],
    [
      'a sequence that is longer than the message',
      msg([body({ insert: 'c', $db: 'x' }), Buffer.concat([Buffer.of(1), int32(500), Buffer.from('documents\0')])]),
      22,
    ],
    [
      'a sequence without a name',
      msg([body({ insert: 'c', $db: 'x' }), Buffer.concat([Buffer.of(1), int32(6), Buffer.from('ab')])]),
      22,
    ],
    [
      'a sequence twice',
      msg([body({ insert: 'c', $db: 'x' }), sequence('documents', []), sequence('documents', [])]),
      40431,
    ],
    [
      'a field and a sequence of one name',
      msg([body({ insert: 'c', documents: [], $db: 'x' }), sequence('documents', [])]),
      40433,
    ],
    ['an empty command', msg([body({})]), 59],
    [
      'a document that is longer than its message',
      msg([Buffer.concat([Buffer.of(0), int32(5000), Buffer.alloc(20)])]),
      22,
    ],
    ['a document without an end', msg([Buffer.concat([Buffer.of(0), int32(6), Buffer.from('ab')])]), 22],
    ['an OP_QUERY that is cut off', message(2004, Buffer.from('abc')), 22],
    ['a text with a length of 0', insertRaw(element(2, int32(0))), 22],
    ['a text with a negative length', insertRaw(element(2, Buffer.concat([int32(-1), Buffer.from('x\0')]))), 22],
    [
      'a text with a length beyond the document',
      insertRaw(element(2, Buffer.concat([int32(100), Buffer.from('x\0')]))),
      22,
    ],
    ['a text without an end', insertRaw(element(2, Buffer.concat([int32(2), Buffer.from('xy')]))), 22],
    ['a text that is not UTF-8', insertRaw(element(2, Buffer.concat([int32(3), Buffer.from([0xc3, 0x28, 0])]))), 22],
    ['a binary with a negative length', insertRaw(element(5, Buffer.concat([int32(-9), Buffer.of(0)]))), 22],
    ['a boolean of 2', insertRaw(element(8, Buffer.of(2))), 22],
    ['an ObjectId that is cut off', insertRaw(element(7, Buffer.alloc(11))), 22],
    ['a regular expression without an end', insertRaw(element(11, Buffer.from('abc'))), 22],
    ['an unknown type', insertRaw(element(0x55, Buffer.alloc(4))), 22],
    ['a deprecated type', insertRaw(element(6, Buffer.alloc(0))), 22],
    [
      'a document within that is longer than its parent',
      insertRaw(element(3, Buffer.concat([int32(400), Buffer.alloc(2)]))),
      22,
    ],
    ['a document within of 0 bytes', insertRaw(element(3, int32(0))), 22],
  ])('%s is an error', async (_, bytes, code) => {
    expect(await ask(bytes)).toMatchObject({ ok: 0, code });
  });

  test('a document that nests too deeply', async () => {
    let deep: Buffer = document({});
    for (let depth = 0; depth < 5000; depth += 1) deep = element(3, deep);
    expect(await ask(insertRaw(deep))).toMatchObject({ ok: 0, code: 15 });
  });

  test('a filter that nests deeply', async () => {
    let filter: object = { a: 1 };
    for (let depth = 0; depth < 85; depth += 1) filter = { $nor: [filter] };
    expect(await ask(msg([body({ find: 'wire', filter, $db: 'x' })]))).toMatchObject({ ok: 1 });
  });

  test('an unfinished message does not block others', async () => {
    const socket = await openAuthenticated(database.uri);
    socket.write(ping.subarray(0, 20));
    expect(await database.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
    socket.destroy();
  });

  test('bytes changed at random: an error, an answer or a closed connection, and the server lives on', async () => {
    const good = [
      insertRaw(document({ a: 1, b: 'text', c: [1, { d: null }], e: new Date(0) })),
      ping,
      msg([body({ find: 'wire', filter: { a: { $in: [1, 'x'] } }, sort: { a: 1 }, $db: 'x' })]),
    ];
    const damage = fc.record({
      which: fc.nat({ max: good.length - 1 }),
      changes: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ which, changes }) => {
        const bytes = Buffer.from(good[which] ?? ping);
        // The length in the header stays, so that the server has a whole message.
        for (const [at, value] of changes) bytes[4 + (at % (bytes.length - 4))] = value;
        bytes[16] = (bytes[16] ?? 0) & ~2;
        const answer = await ask(bytes);
        expect(answer === 'closed' || answer.ok === 0 || answer.ok === 1).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('it listens on the loopback address only', () => {
    expect(new URL(database.uri.replace('mongodb:', 'http:')).hostname).toBe('127.0.0.1');
  });
});

describeEmbedded('answers that are not read', () => {
  const hello = msg([body({ hello: 1, $db: 'admin' })]);
  const many = Buffer.concat(Array.from({ length: 20_000 }, () => hello));

  test('end a connection that has not authenticated', async () => {
    const socket = await openSocket(database.uri);
    socket.on('error', () => undefined);
    socket.pause();
    let rounds = 0;
    while (!socket.destroyed && rounds < 20) {
      await new Promise((written) => socket.write(many, written));
      rounds += 1;
    }
    expect(rounds).toBeLessThan(20);
    expect(await database.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  test('are waited for on one that has, and all come', async () => {
    const socket = await openAuthenticated(database.uri);
    socket.write(many);
    let messages = 0;
    let rest = Buffer.alloc(0);
    for await (const chunk of socket) {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= 4 && rest.length >= rest.readInt32LE(0); rest = rest.subarray(rest.readInt32LE(0)))
        messages += 1;
      if (messages === 20_000) break;
    }
    expect(messages).toBe(20_000);
  });
});
