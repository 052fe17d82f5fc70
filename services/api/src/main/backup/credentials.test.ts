import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import type { TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { runCommand } from '../commands/run.ts';

const CREDENTIALS = ['sessions', 'sign_in_links', 'calendar_links', 'team_tokens', 'limits'];

let directory: string;
let portal: TestPortal;
let client: mongo.MongoClient;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'backup-credentials-'));
  portal = await startTestPortal();
  client = await mongo.MongoClient.connect(portal.database.uri);
});
afterEach(async () => {
  await client.close();
  await portal.stop();
  rmSync(directory, { recursive: true, force: true });
});

let count = 0;
const newFile = () => {
  count += 1;
  return join(directory, `${count}.backup`);
};
const run = (name: string, ...args: string[]) => runCommand(name, args, { MONGODB_URI: portal.database.uri });
const backUp = (file: string) => run('backup', file);
/** With the API stopped; another one is to be started for what comes then. */
const restore = async (file: string) => {
  await portal.api.close();
  return run('restore', file, '--replace', client.db().databaseName);
};

it('a backup that is put back lets no one in by an earlier cookie, ID token, link or calendar address', async () => {
  const email = 'ada@x.example';
  const person = await portal.signedInAs(email, 'investor');
  const idToken = await person.token();
  const { token } = await portal.askForLink(email);
  const { url } = (await person.authorised('POST', '/api/events/subscription')).body as { url: string };
  const calendar = (browser: TestBrowser) => browser.get(new URL(url).pathname + new URL(url).search);
  expect((await calendar(portal.browser())).status).toBe(200);
  const factors = {
    passkeys: [{ id: 'key', credentialId: email, publicKey: 'k', counter: 0, transports: [], name: 'Key' }],
    recoveryCodes: { salt: 's', hashes: ['h'], createdAt: new Date() },
    proofs: [{ id: 'p', at: new Date() }],
  };
  const deleted = { kind: 'user', subject: email, record: { email, sessions: [], ...factors } };
  await client.db().collection('bin').insertOne(deleted);
  const file = newFile();
  await backUp(file);
  expect((await person.post('/api/auth/logout-everywhere')).status).toBe(204);
  expect((await person.post('/api/auth/token')).status).toBe(401);

  expect(await restore(file)).toContain(
    'Left out: sessions, sign-in links, recovery codes, calendar addresses, team tokens and limits.',
  );
  const after = await portal.another();
  const browser = () => portal.browser(after.url);
  const stolen = browser();
  for (const [name, value] of person.cookies) stolen.cookies.set(name, value);
  expect((await stolen.post('/api/auth/token')).status).toBe(401);
  expect((await stolen.get(`/api/users/${email}`)).status).toBe(401);
  const headers = { Authorization: `Bearer ${idToken}` };
  expect((await browser().get(`/api/users/${email}`, { headers })).status).toBe(401);
  expect((await browser().post('/api/auth/complete', { email, token })).status).toBe(401);
  expect((await calendar(browser())).status).toBe(404);
  for (const name of CREDENTIALS.filter((each) => each !== 'limits'))
    expect(await client.db().collection(name).countDocuments({})).toBe(0);
  expect(
    await client
      .db()
      .collection('users')
      .countDocuments({ 'sessions.0': { $exists: true } }),
  ).toBe(0);
  const binned = await client.db().collection('bin').findOne({ subject: email });
  expect(binned?.record).toEqual({ email, sessions: [], passkeys: factors.passkeys });
  // The person is there as before, and signs in again.
  expect((await (await portal.signedIn(email, after.url)).get(`/api/users/${email}`)).status).toBe(200);
});

it('says who was deleted, lost roles or unsubscribed since, and is back', async () => {
  const { person } = portal;
  await person('gone@x.example', 'investor');
  await person('demoted@x.example', 'admin', 'investor');
  await person('promoted@x.example', 'investor');
  await person('lost@x.example', 'investor');
  await person('unlinked@x.example', 'investor');
  await client
    .db()
    .collection('users')
    .updateOne(
      { email: 'lost@x.example' },
      { $set: { passkeys: [{ credentialId: 'of-the-lost-one', publicKey: 'x', createdAt: new Date() }] } },
    );
  await client
    .db()
    .collection('users')
    .updateOne(
      { email: 'unlinked@x.example' },
      { $set: { companyAccount: { issuer: 'https://id.example', subject: '7', linkedAt: new Date() } } },
    );
  const subscribers = client.db().collection('subscribers');
  await subscribers.insertMany([
    { email: 'left@x.example', status: 'confirmed', createdAt: new Date() },
    { email: 'never@x.example', status: 'pending', createdAt: new Date() },
  ]);
  const file = newFile();
  await backUp(file);
  const users = client.db().collection('users');
  await users.deleteOne({ email: 'gone@x.example' });
  await users.updateOne({ email: 'demoted@x.example' }, { $set: { roles: ['investor'] } });
  await users.updateOne({ email: 'promoted@x.example' }, { $set: { roles: ['investor', 'admin'] } });
  await users.updateOne({ email: 'lost@x.example' }, { $unset: { passkeys: 1 } });
  await users.updateOne({ email: 'unlinked@x.example' }, { $set: { 'companyAccount.subject': '8' } });
  await subscribers.deleteMany({});
  const output = (await restore(file)).split('\n').slice(2);
  const returned = [
    'gone@x.example (an account, investor), demoted@x.example (admin), lost@x.example (a passkey)',
    'unlinked@x.example (a company account), left@x.example (mails of the alerts)',
  ];
  expect(output).toEqual([`Had lost these since the backup, and have them again: ${returned.join(', ')}.`]);
  expect((await restore(file)).split('\n')).toHaveLength(2);
});
