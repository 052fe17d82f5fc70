import { createConnection, mongo } from 'mongoose';
import { createApi } from '../../main/app.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { type Cable, type CabledCommand, layCable } from '../../testing/cable.ts';
import { until } from '../../testing/clock.ts';
import { type RunningApi, startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { readConfig } from '../settings/config.ts';
import { troubleOf } from './trouble.ts';

let portal: TestPortal;
let cable: Cable;
let api: RunningApi;
let browser: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  cable = await layCable(portal.database.uri);
  api = await portal.another({ MONGODB_URI: cable.uri });
  await portal.person('admin@x.example', 'admin');
  browser = await portal.signedIn('admin@x.example', api.url);
});
afterAll(async () => {
  cable.cut();
  await portal.stop();
});

const calls: readonly (readonly [string, string, unknown?])[] = [
  ['GET', '/api/users/admin@x.example'],
  ['GET', '/api/admin/users'],
  ['POST', '/api/auth/magic-link', { email: 'a@x.example' }],
  ['POST', '/api/auth/complete', { email: 'a@x.example', token: 'x' }],
  ['POST', '/api/auth/token'],
];

it('answers 503 with Retry-After while the database is away, and is well again within 5 s of its return', async () => {
  const headers = { Authorization: `Bearer ${await browser.token()}` };
  expect((await browser.get('/api/admin/users', { headers })).status).toBe(200);
  cable.cut();
  await Promise.all(
    calls.map(async ([method, path, body]) => {
      const startedAt = performance.now();
      const answer = await browser.call(method, path, { body, ...(path.includes('/auth/') ? {} : { headers }) });
      expect([path, answer.status]).toEqual([path, 503]);
      expect(answer.body).toMatchObject({ code: 'database-unavailable' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(performance.now() - startedAt).toBeLessThan(4000);
    }),
  );
  expect((await browser.get('/healthz')).status).toBe(200);
  const readiness = await portal.browser(api.operatorUrl).get('/readyz');
  expect(readiness).toMatchObject({ status: 503, body: { status: 'not-ready', database: 'away' } });

  await cable.mend();
  const returned = performance.now();
  await until(
    'calls to work again',
    async () => (await browser.get('/api/admin/users', { headers })).status === 200 || undefined,
  );
  expect(performance.now() - returned).toBeLessThan(5000);
  expect((await browser.post('/api/auth/token')).status).toBe(200);
  expect((await portal.browser(api.operatorUrl).get('/readyz')).body).toMatchObject({ database: 'ok' });
  const { mail } = await portal.askForLink('admin@x.example', { browser: portal.browser(api.url) });
  expect(mail.subject).toContain('sign-in link');
});

describe('a change during which the database goes away', () => {
  const event = (title: string) => ({ title, date: '2027-05-01' });
  const path = '/api/admin/events';
  const stored = (title: string) => portal.connection.collection('events').countDocuments({ title });
  const isInsert = ({ name, collection }: CabledCommand) => name === 'insert' && collection === 'events';
  const UNCHANGED = 'Nothing was changed.';
  const UNKNOWN = 'The change may have been made all the same: look before you send it again.';

  async function add(title: string, onCommand: Cable['onCommand'], key = title) {
    const headers = { Authorization: `Bearer ${await browser.token()}`, 'Idempotency-Key': key };
    cable.onCommand = onCommand;
    const answer = await browser.call('POST', path, { body: event(title), headers });
    cable.onCommand = undefined;
    return answer;
  }
  async function mended(): Promise<void> {
    await cable.mend();
    await until('calls to work again', async () => (await browser.get('/api/events')).status === 200);
  }

  it('says that nothing was changed, when it never came to a write', async () => {
    const answer = await add('Unwritten', ({ name, collection }) =>
      name === 'find' && collection === 'users' ? 'cut' : undefined,
    );
    await mended();
    expect(answer).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect(answer.text).toContain(UNCHANGED);
    expect(await stored('Unwritten')).toBe(0);
  });

  it.each(['cut', 'lose-answer'] as const)(
    'says that it may have been made, when it came to one (%s)',
    async (fault) => {
      const answer = await add(fault, (command) => (isInsert(command) ? fault : undefined));
      await mended();
      expect(answer).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
      expect(answer.text).toContain(UNKNOWN);
      expect(await stored(fault)).toBe(0);
      // Sent again under its key it is made once.
      expect((await add(fault, undefined)).status).toBe(201);
      expect(await stored(fault)).toBe(1);
    },
  );

  it('is 503 with Retry-After, too, when the database has no room left', async () => {
    const answer = await add('Full', (command) => (isInsert(command) ? 'disk-full' : undefined));
    expect(answer).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect(answer.headers['retry-after']).toBe('60');
    expect(answer.text).toContain('no room left');
  });
});

it('starts without the database, and serves as soon as there is one', async () => {
  cable.cut();
  const early = await createApi(
    readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: cable.uri, SMTP_URL: portal.mailbox.smtpUrl }),
  );
  let ready = false;
  early.ready.then(() => {
    ready = true;
  });
  await cable.mend();
  await until('it to become ready', () => ready || undefined);
  await early.close();
});

it('a write of many records that is cut off is the database being away', async () => {
  await cable.mend();
  const connection = await createConnection(cable.uri, { serverSelectionTimeoutMS: 300 }).asPromise();
  cable.cut();
  const cut = connection.collection('users').insertMany([{ email: 'a@x.example' }, { email: 'b@x.example' }]);
  const error: unknown = await cut.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(mongo.MongoBulkWriteError);
  expect(troubleOf(error)).toBe('away');
  await connection.close();
});

describe('what the driver and the server throw while a server comes, goes or changes', () => {
  const server = (code: number, labels: readonly string[] = []) =>
    new mongo.MongoServerError({ ok: 0, code, errmsg: 'x', errorLabels: [...labels] });

  it.each([
    ['a cursor that went with its server', server(43)],
    ['a cursor that was killed', server(237)],
    ['a primary that stepped down', server(189)],
    ['a member that is being initialised', server(94)],
    ['no majority in time', server(64)],
    ['a server with too much to do', server(462, ['SystemOverloadedError'])],
    ['a write that may be sent again', server(1, ['RetryableWriteError'])],
    [
      'a majority that did not confirm in time',
      new mongo.MongoWriteConcernError({ ok: 1, writeConcernError: { code: 64, errmsg: 'waiting timed out' } }),
    ],
    ['a server that is no member any more', new mongo.MongoServerClosedError('Server is closed')],
    ['an answer that did not come', new mongo.MongoUnexpectedServerResponseError('Unable to get response from server')],
    ['a client that is being closed', new mongo.MongoClientClosedError()],
    ['a connection that was ended', Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })],
  ])('%s: the database is away', (_what, error) => expect(troubleOf(error)).toBe('away'));

  it.each([
    ['a record that is there already', server(11_000)],
    ['a command that is none', server(59)],
    ['a defect of ours', new TypeError('x is undefined')],
    [
      'a write concern that this cluster can never meet',
      new mongo.MongoWriteConcernError({
        ok: 1,
        writeConcernError: { code: 100, errmsg: 'Not enough data-bearing nodes' },
      }),
    ],
    ['a file that is not there', Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall: 'open' })],
  ])('%s: it is not', (_what, error) => expect(troubleOf(error)).toBeUndefined());
});
