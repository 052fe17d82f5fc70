import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { type Document, MongoClient, MongoServerError } from 'mongodb';
import { startEmbeddedMongo } from './index.ts';
import { isEmbedded, temporaryDirectory, useDatabase } from './testing/database.ts';
import {
  firstMessage,
  firstReply,
  openAuthenticated,
  openSocket,
  opMsg,
  payloadOf,
  proofFor,
  run,
  saslContinue,
  saslStart,
} from './testing/scram.ts';

const database = useDatabase();
const describeEmbedded = isEmbedded ? describe : describe.skip;
const REFUSED = { ok: 0, code: 18, codeName: 'AuthenticationFailed' };

let socket: Socket;

/** Returns the challenge to the first message of a user. */
async function challenge(user?: string): Promise<string> {
  return payloadOf(await run(socket, saslStart(firstMessage(user)))).text;
}
const password = () => new URL(database.uri).password;

describeEmbedded('a connection proves to be the user', () => {
  beforeEach(async () => {
    socket = await openSocket(database.uri);
  });
  afterEach(() => socket.destroy());

  test('by SCRAM-SHA-256, in which the server proves itself as well', async () => {
    const { message, expected } = proofFor(await challenge(), password());
    const reply = await run(socket, saslContinue(message));
    expect(reply).toMatchObject({ ok: 1, done: true });
    expect(payloadOf(reply).parts.v).toBe(expected);
    expect(await run(socket, { find: 'c', $db: 'x' })).toMatchObject({ ok: 1 });
  });

  test('before anything else is answered but the hello and the ping', async () => {
    expect(await run(socket, { ping: 1, $db: 'x' })).toMatchObject({ ok: 1 });
    expect(await run(socket, { hello: 1, saslSupportedMechs: 'admin.portal', $db: 'admin' })).toMatchObject({
      saslSupportedMechs: ['SCRAM-SHA-256'],
    });
    const commands: readonly Document[] = [
      ...['find', 'insert', 'update', 'delete', 'count', 'drop', 'aggregate', 'create'].map((name) => ({
        [name]: 'c',
      })),
      ...['dropDatabase', 'listCollections', 'dbStats', 'endSessions'].map((name) => ({ [name]: 1 })),
      { explain: { find: 'c' } },
    ];
    for (const command of commands)
      expect(await run(socket, { ...command, $db: 'x' })).toMatchObject({ ok: 0, code: 13, codeName: 'Unauthorized' });
  });

  test('each for itself', async () => {
    const proved = await openAuthenticated(database.uri);
    expect(await run(proved, { find: 'c', $db: 'x' })).toMatchObject({ ok: 1 });
    expect(await run(socket, { find: 'c', $db: 'x' })).toMatchObject({ code: 13 });
    proved.destroy();
  });
});

describeEmbedded('refused is', () => {
  beforeEach(async () => {
    socket = await openSocket(database.uri);
  });
  afterEach(async () => {
    expect(await run(socket, { find: 'c', $db: 'x' })).toMatchObject({ code: 13 });
    socket.destroy();
  });

  test('another password', async () => {
    const { message } = proofFor(await challenge(), 'x'.repeat(43));
    expect(await run(socket, saslContinue(message))).toMatchObject(REFUSED);
  });

  test('another user, and a user of another database', async () => {
    expect(await run(socket, saslStart(firstMessage('admin')))).toMatchObject(REFUSED);
    expect(await run(socket, saslStart(firstMessage(), { $db: 'x' }))).toMatchObject(REFUSED);
  });

  test.each(['SCRAM-SHA-1', 'PLAIN', 'MONGODB-X509'])('the mechanism %s', async (mechanism) => {
    const reply = await run(socket, saslStart(firstMessage(), { mechanism }));
    expect(reply).toMatchObject({ ok: 0, code: 334, codeName: 'MechanismUnavailable' });
  });

  test('a second try on the same challenge', async () => {
    const text = await challenge();
    expect(await run(socket, saslContinue(proofFor(text, 'wrong').message))).toMatchObject(REFUSED);
    expect(await run(socket, saslContinue(proofFor(text, password()).message))).toMatchObject(REFUSED);
  });

  test('a proof that another connection has made', async () => {
    const other = await openSocket(database.uri);
    const { text } = payloadOf(await run(other, saslStart(firstMessage())));
    await challenge();
    expect(await run(socket, saslContinue(proofFor(text, password()).message))).toMatchObject(REFUSED);
    other.destroy();
  });

  test.each<readonly [string, (right: string) => string]>([
    ['nothing', () => ''],
    ['no proof', (right) => right.replace(/,p=.*/, '')],
    ['an empty proof', (right) => right.replace(/,p=.*/, ',p=')],
    ['a proof that is cut off', (right) => right.replace(/.{12}$/, '')],
    ['a proof that is too long', (right) => right.replace(/p=(.*)=$/, 'p=$1AAAA')],
    ['another nonce', (right) => right.replace(/r=.{8}/, 'r=AAAAAAAA')],
    ['a channel that is bound', (right) => right.replace('c=biws', 'c=cD10bHM=')],
    ['NUL bytes', () => '\0'.repeat(200)],
  ])('%s', async (_, change) => {
    const { message } = proofFor(await challenge(), password());
    expect(await run(socket, saslContinue(change(message)))).toMatchObject(REFUSED);
  });

  test.each(['', 'n,,', 'n,,n=portal', 'y,,n=portal,r=abc', 'n,a=x,n=portal,r=abc', 'n,,n=portal,r=a\0b'])(
    'the first message %j',
    async (first) => {
      expect(await run(socket, saslStart(first))).toMatchObject(REFUSED);
    },
  );

  test('a step without a start, and a payload that is a text', async () => {
    expect(await run(socket, saslContinue('c=biws,r=abc,p=abc='))).toMatchObject(REFUSED);
    expect(await run(socket, saslStart('', { payload: firstMessage() }))).toMatchObject({ ok: 0, code: 14 });
  });
});

describeEmbedded('a stranger', () => {
  test('may not send more than a hello needs, while the user may', async () => {
    const long = opMsg({ ping: 1, comment: 'x'.repeat(20_000), $db: 'x' });
    const stranger = await openSocket(database.uri);
    const closed = firstReply(stranger);
    stranger.write(long);
    expect(await closed).toBe('closed');
    const user = await openAuthenticated(database.uri);
    const answer = firstReply(user);
    user.write(long);
    expect(await answer).toMatchObject({ ok: 1 });
    user.destroy();
  });

  test('is refused by the driver as well', async () => {
    const address = new URL(database.uri);
    address.password = 'wrong';
    await expect(MongoClient.connect(address.href)).rejects.toThrow(MongoServerError);
    await expect(MongoClient.connect(address.href)).rejects.toMatchObject(REFUSED);
  });

  test('a driver negotiates the mechanism', async () => {
    const address = new URL(database.uri);
    address.searchParams.delete('authMechanism');
    const client = await MongoClient.connect(address.href);
    expect(await client.db('x').collection('c').countDocuments({})).toBe(0);
    await client.close();
  });
});

describeEmbedded('the password', () => {
  const directory = temporaryDirectory();
  afterAll(() => directory.remove());
  const file = join(directory.path, 'password');
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

  test('stays over a restart, for its owner alone, in a folder for its owner alone', async () => {
    const first = await startEmbeddedMongo({ dataDir: directory.path });
    await first.stop();
    const { password: before } = new URL(first.uri);
    expect(before).toMatch(/^[\w-]{43}$/);
    expect(readFileSync(file, 'utf8')).toBe(before);
    const second = await startEmbeddedMongo({ dataDir: directory.path });
    expect(new URL(second.uri).password).toBe(before);
    expect(mode(directory.path)).toBe('700');
    expect([file, join(directory.path, 'database.sqlite')].map(mode)).toEqual(['600', '600']);
    await second.stop();
  });

  test('is replaced if a crash has left it incomplete', async () => {
    writeFileSync(file, 'half');
    const mongo = await startEmbeddedMongo({ dataDir: directory.path });
    const client = await MongoClient.connect(mongo.uri);
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}$/);
    await client.close();
    await mongo.stop();
  });

  test('a folder that others could read is closed to them', async () => {
    const wide = temporaryDirectory();
    mkdirSync(join(wide.path, 'data'), { mode: 0o755 });
    const mongo = await startEmbeddedMongo({ dataDir: join(wide.path, 'data') });
    expect(mode(join(wide.path, 'data'))).toBe('700');
    await mongo.stop();
    wide.remove();
  });
});
