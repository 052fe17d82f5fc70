import { secondFactorOptionsSchema, signedInSchema, signInTimelineSchema } from '@cytocomm/contract';
import { runCommand } from '../../main/commands/run.ts';
import { type Answer, expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import {
  type Authenticator,
  createAuthenticator,
  givePasskey,
  makeCodes,
  passSecondFactor,
} from '../../testing/passkeys.ts';
import { testPortal } from '../../testing/portal.ts';
import { userModel } from '../users/model.ts';

const portal = testPortal();
afterEach(realDate);

const MINUTE = 60_000;

type Person = { readonly email: string; readonly authenticator: Authenticator; readonly browser: TestBrowser };

let count = 0;
/** An investor with a passkey, whom no other test knows. */
async function somebody(counts = true): Promise<Person> {
  count += 1;
  const email = `two-${count}@x.example`;
  const browser = await portal.signedInAs(email, 'investor');
  const authenticator = createAuthenticator(portal.url, { counts });
  await givePasskey(browser, authenticator);
  return { email, authenticator, browser };
}

/** The same with recovery codes. */
async function withCodes(): Promise<Person & { readonly codes: readonly string[] }> {
  const person = await somebody();
  return { ...person, codes: await makeCodes(person.browser) };
}

/** Spends a link in a new browser, or the one given. */
async function halfSignIn(email: string, browser = portal.browser()): Promise<TestBrowser> {
  const token = await portal.linkFor(email, browser);
  expectProblem(await browser.post('/api/auth/complete', { email, token }), 401, 'second-factor-needed');
  return browser;
}

const requestOf = async (browser: TestBrowser) =>
  read(await browser.post('/api/auth/second-factor/options'), secondFactorOptionsSchema).passkey;
const give = (browser: TestBrowser, factor: object): Promise<Answer> => browser.post('/api/auth/second-factor', factor);
const isSignedIn = async (browser: TestBrowser) => (await browser.post('/api/auth/token')).status === 200;
const reasonsOf = async (email: string) => {
  const filter = { subject: email, action: 'sign-in.second-factor-failed' };
  const rows = await portal.connection.collection('audit').find(filter).sort({ _id: 1 }).toArray();
  return rows.map(({ detail }) => String(detail.reason));
};

it('a person with a passkey is asked for it after the link, and after the code', async () => {
  const { email, authenticator } = await somebody();
  const first = await halfSignIn(email);
  expect(await isSignedIn(first)).toBe(false);
  const answer = read(await passSecondFactor(first, authenticator), signedInSchema);
  const name = email.replace('@x.example', '');
  expect(answer).toEqual({ email, name, roles: ['investor'], returnTo: '/dashboard' });
  expect(await isSignedIn(first)).toBe(true);

  const { code, browser } = await portal.askForLink(email, { returnTo: '/dashboard/investor/reports' });
  expectProblem(await browser.post('/api/auth/complete', { email, code }), 401, 'second-factor-needed');
  expect(read(await passSecondFactor(browser, authenticator), signedInSchema).returnTo).toBe(
    '/dashboard/investor/reports',
  );
});

it('the second factor is taken by another process than the first', async () => {
  const { email, authenticator } = await somebody();
  const other = await portal.another();
  const browser = await halfSignIn(email);
  const elsewhere = portal.browser(other.url);
  for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value);
  const passkey = authenticator.use(await requestOf(browser));
  read(await give(elsewhere, { passkey }), signedInSchema);
  expect(await isSignedIn(elsewhere)).toBe(true);
});

describe('a half-open sign-in', () => {
  it('is a visitor to calls by cookie, and gets no token', async () => {
    const half = await halfSignIn((await somebody()).email);
    for (const path of ['/api/events', '/api/auth/sessions', '/api/auth/passkeys'])
      expectProblem(await half.get(path), 401, 'not-signed-in');
    expectProblem(await half.post('/api/auth/token'), 401, 'not-signed-in');
  });

  it('has an id of its own each time: one that was planted opens nothing', async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const evil = await halfSignIn(eve.email);
    const planted = evil.cookies.get('half') ?? '';
    const victim = portal.browser();
    victim.cookies.set('half', planted);
    await halfSignIn(ada.email, victim);
    expect(victim.cookies.get('half')).not.toBe(planted);
    read(await passSecondFactor(victim, ada.authenticator), signedInSchema);
    expect(await isSignedIn(evil)).toBe(false);
    expectProblem(await passSecondFactor(evil, ada.authenticator), 401, 'second-factor-refused');
    expect(victim.cookies.has('half')).toBe(false);
  });

  it('ends after ten minutes, with the person, and when it was used', async () => {
    const ada = await somebody();
    const browser = await halfSignIn(ada.email);
    const passkey = ada.authenticator.use(await requestOf(browser));
    const cookies = new Map(browser.cookies);
    read(await give(browser, { passkey }), signedInSchema);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expectProblem(await give(browser, { passkey }), 401, 'invalid-link');

    const late = await halfSignIn(ada.email);
    moveDate(10 * MINUTE + 1000);
    expectProblem(await late.post('/api/auth/second-factor/options'), 401, 'invalid-link');
    realDate();

    const waiting = await halfSignIn(ada.email);
    const used = ada.authenticator.use(await requestOf(waiting));
    const admin = await portal.signedInAs(`admin-${count}@x.example`, 'admin');
    expect((await admin.authorised('DELETE', `/api/admin/users/${ada.email}`)).status).toBe(204);
    expectProblem(await give(waiting, { passkey: used }), 401, 'invalid-link');
    await portal.person(ada.email, 'investor');
    expectProblem(await give(waiting, { passkey: used }), 401, 'invalid-link');
  });

  it('of two right answers at once opens one session', async () => {
    const { email, codes } = await withCodes();
    const browser = await halfSignIn(email);
    const answers = await Promise.all(codes.slice(0, 2).map((recoveryCode) => give(browser, { recoveryCode })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('has the roles that the person has at its end', async () => {
    const { email, authenticator } = await somebody();
    const browser = await halfSignIn(email);
    await userModel(portal.connection).updateOne({ email }, { $set: { roles: ['customer'] } });
    expect(read(await passSecondFactor(browser, authenticator), signedInSchema).roles).toEqual(['customer']);
  });
});

describe('a passkey is refused', () => {
  it.each<[string, Parameters<Authenticator['use']>[1], RegExp]>([
    ['on a page of another site', { origin: 'https://evil.example' }, /origin/],
    ['for another site', { rpId: 'evil.example' }, /RP ID/],
    ['for another challenge', { challenge: 'AAAA' }, /challenge/],
    ['without PIN or finger', { unverified: true }, /verif/i],
    ['with the handle of another person', { userHandle: 'AAAA' }, /another person/],
    ['that is unknown', { credentialId: 'AAAAAAAAAAAAAAAAAAAAAA' }, /no such passkey/],
    ['whose counter does not increase', { counter: 1 }, /counter/],
    ['whose counter went back', { counter: 0 }, /counter/],
  ])('%s', async (_, lies, reason) => {
    const { email, authenticator } = await somebody();
    read(await passSecondFactor(await halfSignIn(email), authenticator), signedInSchema);
    const browser = await halfSignIn(email);
    const passkey = authenticator.use(await requestOf(browser), lies);
    expectProblem(await give(browser, { passkey }), 401, 'second-factor-refused');
    expect(await isSignedIn(browser)).toBe(false);
    expect(await reasonsOf(email)).toEqual([expect.stringMatching(reason)]);
    // Trying again is allowed: with a new challenge, and as it should be.
    read(await passSecondFactor(browser, authenticator), signedInSchema);
  });

  it('of another person, with everything else right', async () => {
    const [ada, eve] = [await somebody(), await somebody()];
    const browser = await halfSignIn(ada.email);
    expectProblem(await passSecondFactor(browser, eve.authenticator), 401, 'second-factor-refused');
  });

  it('for the challenge of another sign-in, also of the same person', async () => {
    const { email, authenticator } = await somebody();
    const [one, other] = [await halfSignIn(email), await halfSignIn(email)];
    const passkey = authenticator.use(await requestOf(one));
    await requestOf(other);
    expectProblem(await give(other, { passkey }), 401, 'second-factor-refused');
  });

  it('a second time: its challenge was spent by the first, even a wrong one', async () => {
    const { email, authenticator } = await somebody();
    const browser = await halfSignIn(email);
    const request = await requestOf(browser);
    expectProblem(await give(browser, { passkey: authenticator.use(request, { origin: 'x' }) }), 401);
    expectProblem(await give(browser, { passkey: authenticator.use(request) }), 401, 'second-factor-refused');
  });

  it('unless it is synced, then it counts nothing and works again and again', async () => {
    const { email, authenticator } = await somebody(false);
    for (const _ of [1, 2]) read(await passSecondFactor(await halfSignIn(email), authenticator), signedInSchema);
  });

  it('after the fifth wrong answer, however many come at once', async () => {
    const { email, authenticator } = await somebody();
    const browser = await halfSignIn(email);
    const tries = Array.from({ length: 8 }, (_, turn) =>
      browser.post(
        '/api/auth/second-factor',
        { recoveryCode: `AAAA-AAAA-AAA${turn}` },
        { headers: { 'X-Forwarded-For': portal.browser().address } },
      ),
    );
    const codes = (await Promise.all(tries)).map(({ body }) => Object(body).code);
    expect(codes.toSorted()).toEqual([...Array(3).fill('invalid-link'), ...Array(5).fill('second-factor-refused')]);
    expectProblem(await passSecondFactor(browser, authenticator), 401, 'invalid-link');
  });
});

describe('a recovery code', () => {
  it('works once, as people type it, and is told by mail and in the trail', async () => {
    const { email, codes } = await withCodes();
    const [code = ''] = codes;
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `;
    read(await give(await halfSignIn(email), { recoveryCode: typed }), signedInSchema);
    const again = await halfSignIn(email);
    expectProblem(await give(again, { recoveryCode: code }), 401, 'second-factor-refused');
    const mail = await until('the mail', async () =>
      (await portal.mailsTo(email)).find(({ subject }) => subject.includes('with a recovery code')),
    );
    expect(mail.text).toContain('You have 9 recovery codes left.');
    expect(mail.text).toContain('log out everywhere');
    await expect(
      portal.connection.collection('audit').countDocuments({ subject: email, action: 'sign-in.recovery-code-used' }),
    ).resolves.toBe(1);
  });

  it('used twice at the same moment by two processes opens one session', async () => {
    const { email, codes } = await withCodes();
    const other = await portal.another();
    const [here, there] = [await halfSignIn(email), await halfSignIn(email)];
    const elsewhere = portal.browser(other.url);
    for (const [name, value] of there.cookies) elsewhere.cookies.set(name, value);
    const answers = await Promise.all([here, elsewhere].map((each) => give(each, { recoveryCode: codes[0] })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it('is of its person alone', async () => {
    const [ada, eve] = [await withCodes(), await withCodes()];
    expectProblem(await give(await halfSignIn(ada.email), { recoveryCode: eve.codes[0] }), 401);
  });

  it('after ten wrong ones an hour no code works, and the passkey does', async () => {
    const { email, codes, authenticator } = await withCodes();
    for (let turn = 0; turn < 2; turn += 1) {
      const browser = await halfSignIn(email);
      for (let wrong = 0; wrong < 5; wrong += 1)
        expectProblem(await give(browser, { recoveryCode: 'AAAAAAAAAAAA' }), 401, 'second-factor-refused');
    }
    const browser = await halfSignIn(email);
    const locked = await give(browser, { recoveryCode: codes[0] });
    expectProblem(locked, 429, 'rate-limited');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(MINUTE / 1000);
    read(await passSecondFactor(browser, authenticator), signedInSchema);
    const actions = await portal.connection.collection('audit').distinct('action', { subject: email });
    expect(actions).toContain('sign-in.recovery-codes-locked');
  });
});

it('the operator’s command ends all sessions of a person who lost passkey and codes, and lets them in by mail', async () => {
  const { email, authenticator } = await somebody();
  const browser = await halfSignIn(email);
  read(await passSecondFactor(browser, authenticator), signedInSchema);
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri };
  await expect(runCommand('users', ['reset-passkeys', email], environment)).resolves.toBe(
    `${email} has no passkeys and no recovery codes any more (1 passkey removed), and is signed out everywhere.`,
  );
  expect(await isSignedIn(browser)).toBe(false);
  await portal.signedIn(email);
  const mail = await until('the mail', async () =>
    (await portal.mailsTo(email)).find(({ subject }) => subject.startsWith('The operator removed your passkeys')),
  );
  expect(mail.text).toContain('You are signed out everywhere');
  const row = await portal.connection.collection('audit').findOne({ subject: email, action: 'user.passkeys-removed' });
  expect(row).toMatchObject({ actor: null, from: 'command line' });
  await expect(runCommand('users', ['reset-passkeys', 'unknown@x.example'], environment)).rejects.toThrow('no user');
});

it('a lost passkey is demanded, as the timeline says, until an admin resets it and the person is told', async () => {
  const { email } = await somebody();
  const admin = await portal.signedInAs('resetter@x.example', 'admin');
  const browser = await halfSignIn(email);
  const { explanation, items } = read(await admin.get(`/api/admin/users/${email}/sign-ins`), signInTimelineSchema);
  expect(explanation).toContain('asked for their passkey');
  expect(items[0]?.action).toBe('sign-in.second-factor-asked');
  const reset = (who: string, as = admin) => as.authorised('DELETE', `/api/admin/users/${who}/passkeys`);
  expect((await reset(email)).body).toEqual({ removed: 1 });
  expect(await isSignedIn(browser)).toBe(false);
  await portal.signedIn(email);
  const mail = await until('the mail', async () =>
    (await portal.mailsTo(email)).find(({ subject }) => subject.startsWith('An admin removed your passkeys')),
  );
  expect(mail.text).toContain('tell the administrator at once');
  const row = await portal.connection.collection('audit').findOne({ subject: email, action: 'user.passkeys-removed' });
  expect(row).toMatchObject({ actor: 'resetter@x.example', detail: { passkeys: '1' } });
  const withoutPasskey = await portal.signedIn(email);
  expect((await reset(email)).body).toEqual({ removed: 0 });
  expect(await isSignedIn(withoutPasskey)).toBe(true);
  expectProblem(await reset('resetter@x.example'), 409, 'conflict');
  expectProblem(await reset('unknown@x.example'), 404, 'not-found');
  moveDate(3_600_000);
  expectProblem(await reset(email), 403, 'fresh-sign-in-needed');
});

it('a person who comes back out of the bin is asked for the passkey as before', async () => {
  const { email, codes, authenticator } = await withCodes();
  const admin = await portal.signedInAs('keeper@x.example', 'admin');
  expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(204);
  expect((await admin.authorised('POST', `/api/admin/bin/user/${email}/restore`)).status).toBe(204);
  read(await passSecondFactor(await halfSignIn(email), authenticator), signedInSchema);
  read(await give(await halfSignIn(email), { recoveryCode: codes[0] }), signedInSchema);
});
