import { MAX_PASSKEYS, newPasskeyOptionsSchema, type Passkey, passkeyListSchema } from '@cytocomm/contract';
import { runCommand } from '../../main/commands/run.ts';
import { type Answer, expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import {
  type Authenticator,
  createAuthenticator,
  givePasskey,
  makeCodes,
  withPasskey,
} from '../../testing/passkeys.ts';
import { startTestPortal, testPortal } from '../../testing/portal.ts';
import { userModel } from '../users/model.ts';

const portal = testPortal();
afterEach(realDate);

const MINUTE = 60_000;

let count = 0;
/** A person whom no other test knows, signed in. */
async function somebody(): Promise<{ browser: TestBrowser; email: string }> {
  count += 1;
  const email = `keeper-${count}@x.example`;
  return { browser: await portal.signedInAs(email, 'investor'), email };
}

const listed = async (browser: TestBrowser) => read(await browser.get('/api/auth/passkeys'), passkeyListSchema);
const namesOf = async (browser: TestBrowser) => (await listed(browser)).items.map(({ name }) => name);
const optionsFor = async (browser: TestBrowser) =>
  read(await browser.post('/api/auth/passkeys/options'), newPasskeyOptionsSchema);
const add = (browser: TestBrowser, passkey: unknown, name = 'Key'): Promise<Answer> =>
  browser.post('/api/auth/passkeys', { name, passkey });

async function auditOf(email: string): Promise<readonly string[]> {
  const rows = await portal.connection.collection('audit').find({ subject: email }).sort({ _id: 1 }).toArray();
  return rows.map(({ action }) => String(action)).filter((action) => /^(passkey|recovery-codes)\./.test(action));
}

describe('a person', () => {
  it('adds passkeys, calls them by other names, and removes them; each is told by mail and in the trail', async () => {
    const { browser, email } = await somebody();
    expect(await listed(browser)).toEqual({ items: [], recoveryCodes: null, needed: false, toConfirm: [] });
    const first = await givePasskey(browser, createAuthenticator(portal.url), 'Laptop');
    expect(first).toMatchObject({ name: 'Laptop', lastUsedAt: null, synced: false });
    await givePasskey(browser, createAuthenticator(portal.url), 'Phone');
    const renamed = await browser.call('PATCH', `/api/auth/passkeys/${first.id}`, { body: { name: 'Old laptop' } });
    expect(renamed).toMatchObject({ status: 200, body: { ...first, name: 'Old laptop' } });
    expect(await namesOf(browser)).toEqual(['Old laptop', 'Phone']);
    expect((await browser.call('DELETE', `/api/auth/passkeys/${first.id}`)).status).toBe(204);
    expect(await namesOf(browser)).toEqual(['Phone']);
    expect(await auditOf(email)).toEqual(['passkey.added', 'passkey.added', 'passkey.renamed', 'passkey.removed']);
    const mails = await until('three mails', async () => {
      const all = await portal.mailsTo(email);
      return all.length === 3 ? all : undefined;
    });
    // Who logs out does not get in again, if the passkey is somebody else's.
    for (const { subject, text } of mails)
      expect(text).toContain(subject.includes('added') ? 'do not log out before' : 'log out everywhere');
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'A passkey was added to your account',
      'A passkey was added to your account',
      'A passkey was removed from your account',
    ]);
  });

  it('has ten at most, also when two are added at once', async () => {
    const { browser, email } = await somebody();
    for (let count = 1; count < MAX_PASSKEYS; count += 1) await withPasskey(browser, portal.url);
    const two = [browser, await secondWindow(email)];
    const creations = await Promise.all(
      two.map(async (each) => createAuthenticator(portal.url).create(await optionsFor(each))),
    );
    const answers = await Promise.all(two.map((each, at) => add(each, creations[at])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await listed(browser)).items).toHaveLength(MAX_PASSKEYS);
    expectProblem(await browser.post('/api/auth/passkeys/options'), 409, 'conflict');
  });

  it('adds the first one in one session: of two that do so at once the other one has ended', async () => {
    const { browser, email } = await somebody();
    const two = [browser, await portal.signedIn(email)];
    const created = await Promise.all(
      two.map(async (each) => createAuthenticator(portal.url).create(await optionsFor(each))),
    );
    const answers = await Promise.all(two.map((each, at) => add(each, created[at])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401]);
    const { passkeys, sessions } = (await userModel(portal.connection).findOne({ email }).lean()) ?? {};
    expect([passkeys?.length, sessions?.length]).toEqual([1, 1]);
  });

  it('sees and changes only their own', async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const key = await givePasskey(ada.browser, createAuthenticator(portal.url));
    expect((await listed(eve.browser)).items).toEqual([]);
    const path = `/api/auth/passkeys/${key.id}`;
    expectProblem(await eve.browser.call('DELETE', path), 404, 'not-found');
    expectProblem(await eve.browser.call('PATCH', path, { body: { name: 'Mine' } }), 404, 'not-found');
    expect(await namesOf(ada.browser)).toEqual(['Key']);
  });

  /** Signs in once more: the first passkey is not there yet, or the link is put into the records. */
  async function secondWindow(email: string, at?: string): Promise<TestBrowser> {
    const model = userModel(portal.connection);
    const { passkeys } = (await model.findOne({ email }).lean()) ?? {};
    await model.updateOne({ email }, { $unset: { passkeys: 1 } });
    const window = await portal.signedIn(email, at);
    if (passkeys !== undefined) await model.updateOne({ email }, { $set: { passkeys } });
    return window;
  }
});

describe('a new passkey is refused', () => {
  const LIES: readonly [string, Parameters<Authenticator['create']>[1]][] = [
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['made for another site', { rpId: 'evil.example' }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['without PIN or finger', { unverified: true }],
  ];
  it.each(LIES)('%s', async (_, lies) => {
    const { browser } = await somebody();
    const created = createAuthenticator(portal.url).create(await optionsFor(browser), lies);
    const answer = await add(browser, created);
    expectProblem(answer, 400, 'passkey-refused');
    // Nothing of what was sent.
    expect(answer.body).toMatchObject({ detail: 'This passkey is not accepted. Try again, or add another one.' });
    expect((await listed(browser)).items).toEqual([]);
  });

  it('for a challenge that was used, replaced, of another session, or too old', async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const options = await optionsFor(ada.browser);
    const created = createAuthenticator(portal.url).create(options);
    expectProblem(await add(eve.browser, created), 400, 'passkey-refused');
    expect((await add(ada.browser, created)).status).toBe(201);
    expectProblem(await add(ada.browser, created), 400, 'passkey-refused');

    const replaced = await optionsFor(ada.browser);
    await optionsFor(ada.browser);
    expectProblem(await add(ada.browser, createAuthenticator(portal.url).create(replaced)), 400, 'passkey-refused');

    const patient = await startTestPortal({ STEP_UP_MINUTES: '60' }, '', portal.database.sibling());
    try {
      const slow = await patient.signedInAs('slow@x.example', 'investor');
      const late = await optionsFor(slow);
      moveDate(10 * MINUTE + 1000);
      expectProblem(await add(slow, createAuthenticator(patient.url).create(late)), 400, 'passkey-refused');
    } finally {
      realDate();
      await patient.stop();
    }
  });

  it('that somebody has already: the same credential twice, or of another person', async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const { credentialId } = await withPasskey(ada.browser, portal.url);
    for (const { browser } of [ada, eve]) {
      const created = createAuthenticator(portal.url).create(await optionsFor(browser), { credentialId });
      expectProblem(await add(browser, created), 409, 'already-exists');
    }
  });

  it.each([
    ['an attestation of a megabyte', 1_000_000],
    ['an attestation that is none', 40],
  ])('of %s', async (_, what) => {
    const { browser } = await somebody();
    const created = createAuthenticator(portal.url).create(await optionsFor(browser));
    const long = { ...created, response: { ...created.response, attestationObject: 'A'.repeat(what) } };
    const answer = await add(browser, long);
    expect([400, 413]).toContain(answer.status);
    expectProblem(answer, answer.status);
  });

  it.each([
    ['asked for', '/api/auth/passkeys/options', undefined, 200],
    ['sent', '/api/auth/passkeys', 'passkey', 400],
    ['stood in for by codes', '/api/auth/recovery-codes', undefined, 409],
  ])('when it was %s 20 times in an hour', async (_, path, what, status) => {
    const { browser } = await somebody();
    const passkey = createAuthenticator(portal.url).create(await optionsFor((await somebody()).browser));
    const body = what === undefined ? undefined : { name: 'Key', passkey };
    for (let turn = 0; turn < 20; turn += 1) expect((await browser.post(path, body)).status).toBe(status);
    const refused = await browser.post(path, body);
    expectProblem(refused, 429, 'rate-limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('in a session that is not fresh', async () => {
    const { browser } = await somebody();
    const key = await givePasskey(browser, createAuthenticator(portal.url));
    const created = createAuthenticator(portal.url).create(await optionsFor(browser));
    moveDate(10 * MINUTE);
    for (const [method, path, body] of [
      ['POST', '/api/auth/passkeys/options', undefined],
      ['POST', '/api/auth/passkeys', { name: 'X', passkey: created }],
      ['DELETE', `/api/auth/passkeys/${key.id}`, undefined],
      ['POST', '/api/auth/recovery-codes', undefined],
    ] as const)
      expectProblem(await browser.call(method, path, { body }), 403, 'fresh-sign-in-needed');
    // A name alone lets no one in.
    expect((await browser.call('PATCH', `/api/auth/passkeys/${key.id}`, { body: { name: 'Y' } })).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('are ten, shown once, stored as slow hashes, and go with the last passkey', async () => {
    const { browser, email } = await somebody();
    expectProblem(await browser.post('/api/auth/recovery-codes'), 409, 'conflict');
    const key: Passkey = await givePasskey(browser, createAuthenticator(portal.url));
    const codes = await makeCodes(browser);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    const stored = JSON.stringify(await userModel(portal.connection).findOne({ email }).lean());
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
    expect((await listed(browser)).recoveryCodes).toMatchObject({ left: 10 });
    expect(await makeCodes(browser)).not.toEqual(codes);
    expect(await auditOf(email)).toEqual(['passkey.added', 'recovery-codes.made', 'recovery-codes.made']);
    await browser.call('DELETE', `/api/auth/passkeys/${key.id}`);
    expect((await listed(browser)).recoveryCodes).toBeNull();
    await givePasskey(browser, createAuthenticator(portal.url));
    expect((await listed(browser)).recoveryCodes).toBeNull();
  });
});

it('in an export a person’s passkeys have a name and no key', async () => {
  const { browser, email } = await somebody();
  const { credentialId } = await withPasskey(browser, portal.url);
  await makeCodes(browser);
  await browser.post('/api/auth/confirmation/options');
  const record = await userModel(portal.connection).findOne({ email }).lean();
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri };
  const text = await runCommand('users', ['export', email], environment);
  expect(text).toContain('"name": "Key"');
  const { hashes: [hash] = [], salt } = record?.recoveryCodes ?? {};
  const secrets = [credentialId, record?.passkeys?.[0]?.publicKey, hash, salt];
  for (const secret of secrets) expect(text).not.toContain(String(secret));

  // Nor in the bin, which holds the record as it was.
  const admin = await portal.signedInAs('cleaner@x.example', 'admin');
  expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(204);
  const binned = await runCommand('users', ['export', email], environment);
  expect(binned).toContain('"kind": "user"');
  expect(binned).toContain('"name": "Key"');
  for (const secret of secrets) expect(binned).not.toContain(String(secret));
  expect(secrets).not.toContain(undefined);
});
