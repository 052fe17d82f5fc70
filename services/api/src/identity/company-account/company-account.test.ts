import { companySignInSchema, signedInSchema, signInOptionsSchema } from '@cytocomm/contract';
import { runCommand } from '../../main/commands/run.ts';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { until } from '../../testing/clock.ts';
import { begin, CLIENT, complete, signInByCompany, startOpenIdProvider } from '../../testing/openid-provider.ts';
import { passSecondFactor, withPasskey } from '../../testing/passkeys.ts';
import { beforeTests, startTestPortal } from '../../testing/portal.ts';
import { userModel } from '../users/model.ts';

const provider = beforeTests(startOpenIdProvider);
const portal = beforeTests(() =>
  startTestPortal({ ...provider.settings, OIDC_NAME: 'Cytocomm ID', NEW_BROWSER_MAIL: 'yes' }),
);
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});

let count = 0;
async function somebody(): Promise<string> {
  count += 1;
  const email = `member-${count}@x.example`;
  await portal.person(email, 'investor');
  return email;
}
const subOf = (email: string) => `sub of ${email}`;
const signIn = (email: string, claims = {}, browser: TestBrowser = portal.browser()) =>
  signInByCompany(browser, provider, { sub: subOf(email), email, ...claims });
const recordOf = (email: string) => userModel(portal.connection).findOne({ email }).lean();
const actionsOf = async (email: string) =>
  (await portal.connection.collection('audit').find({ subject: email }).sort({ _id: 1 }).toArray()).map(
    ({ action }) => action,
  );
const isSignedIn = async (browser: TestBrowser) => (await browser.post('/api/auth/token')).status === 200;

it('is named to everybody, with nothing of the provider', async () => {
  const options = read(await portal.browser().get('/api/auth/sign-in-options'), signInOptionsSchema);
  expect(options).toEqual({ company: { name: 'Cytocomm ID' } });
});

it('sends the browser to the provider with state, nonce and the challenge of a verifier that stays here', async () => {
  const browser = portal.browser();
  const answer = await browser.post('/api/auth/company', { returnTo: '/account/devices' });
  const url = new URL(read(answer, companySignInSchema).url);
  expect(url.origin + url.pathname).toBe(`${provider.issuer}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: CLIENT.id,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: `${portal.url}/auth-handler`,
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
  expect(answer.headers['set-cookie']?.join()).toMatch(/^asked=[\w-]{43}; Max-Age=600; .*HttpOnly; SameSite=Strict$/);
  const { state } = Object.fromEntries(url.searchParams);
  const stored = JSON.stringify(await portal.connection.collection('company_sign_ins').find().toArray());
  expect(stored).not.toContain(state);
  expect(stored).not.toContain(browser.cookies.get('asked'));
});

it('opens the session of the person, as a link does: page, audit trail, mail about a new browser', async () => {
  const email = await somebody();
  await portal.signedIn(email);
  const browser = portal.browser();
  const request = await begin(browser, '/account/devices');
  const code = provider.codeFor(request, { sub: subOf(email), email });
  const answer = await complete(browser, { state: request.state, code });
  expect(read(answer, signedInSchema)).toEqual({
    email,
    name: email.slice(0, email.indexOf('@')),
    roles: ['investor'],
    returnTo: '/account/devices',
  });
  expect(await isSignedIn(browser)).toBe(true);
  expect((await actionsOf(email)).slice(-3)).toEqual([
    'sign-in.company-linked',
    'sign-in.company-accepted',
    'sign-in.completed',
  ]);
  const mail = await until('the mail', async () =>
    (await portal.mailsTo(email)).find(({ subject }) => subject === 'You signed in to Cytocomm in a new browser'),
  );
  expect(mail.text.replace(/\s+/g, ' ')).toContain('can read your mails, or use Cytocomm ID.');
});

it('leads to the dashboard instead of another site', async () => {
  const email = await somebody();
  const browser = portal.browser();
  const request = await begin(browser, '//evil.example');
  const code = provider.codeFor(request, { sub: subOf(email), email });
  expect(read(await complete(browser, { state: request.state, code }), signedInSchema).returnTo).toBe('/dashboard');
});

it('recognizes the account from then on, also with another address', async () => {
  const email = await somebody();
  read(await signIn(email), signedInSchema);
  expect((await recordOf(email))?.companyAccount).toMatchObject({ issuer: provider.issuer, subject: subOf(email) });
  const renamed = await signIn(email, { email: 'other-name@x.example' });
  expect(read(renamed, signedInSchema).email).toBe(email);
  expect((await actionsOf(email)).filter((action) => action === 'sign-in.company-linked')).toHaveLength(1);
});

it('an address that changed hands takes no account over, which is audited, until the operator unlinks it', async () => {
  const email = await somebody();
  read(await signIn(email), signedInSchema);
  const browser = portal.browser();
  const refusal = await signIn(email, { sub: 'somebody else' }, browser);
  expect(expectProblem(refusal, 401, 'company-sign-in-refused').detail).toBe(
    'Your company account is not approved for this portal. Tell the administrator.',
  );
  expect(await isSignedIn(browser)).toBe(false);
  const row = await until('the note', () =>
    portal.connection
      .collection('audit')
      .findOne({ subject: email, action: 'sign-in.company-refused' })
      .then((found) => found ?? undefined),
  );
  expect(row.detail.reason).toContain('may have changed hands');

  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri };
  const unlink = () => runCommand('users', ['unlink-company', email], environment);
  await expect(unlink()).resolves.toBe(
    `${email} has no company account any more: the next one of this address is theirs.`,
  );
  await expect(unlink()).rejects.toThrow('has no company account');
  await expect(runCommand('users', ['unlink-company', 'unknown@x.example'], environment)).rejects.toThrow('no user');
  expect(await actionsOf(email)).toContain('user.company-account-unlinked');
  read(await signIn(email, { sub: 'somebody else' }), signedInSchema);
});

it('gives one account to one person, also to two tabs at once', async () => {
  const email = await somebody();
  const browser = portal.browser();
  const [first, second] = [await begin(browser), await begin(browser)];
  const answers = await Promise.all(
    [first, second].map((request) =>
      complete(browser, { state: request.state, code: provider.codeFor(request, { sub: subOf(email), email }) }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const other = await somebody();
  await signIn(other, { sub: subOf(email) });
  expect((await recordOf(other))?.companyAccount).toBeUndefined();
});

it('an account of another issuer gives way: the setting has changed', async () => {
  const email = await somebody();
  const companyAccount = { issuer: 'https://before.example', subject: 'before', linkedAt: new Date() };
  await userModel(portal.connection).updateOne({ email }, { $set: { companyAccount } });
  read(await signIn(email), signedInSchema);
  expect((await recordOf(email))?.companyAccount).toMatchObject({ issuer: provider.issuer });
});

it.each<[string, object, RegExp]>([
  ['is not verified', { email_verified: false }, /no confirmed e-mail address/],
  ['is verified by a word', { email_verified: 'true' }, /no confirmed e-mail address/],
  ['is missing', { email: undefined }, /no confirmed e-mail address/],
  ['is two', { email: 'a@x.example, b@x.example' }, /no confirmed e-mail address/],
  ['is of another domain', { email: 'a@y.example' }, /no confirmed e-mail address/],
  ['is of a domain that ends alike', { email: 'a@evil-x.example' }, /no confirmed e-mail address/],
  ['is of a domain below', { email: 'a@sub.x.example' }, /no confirmed e-mail address/],
  ['has no account here', { email: 'stranger@x.example' }, /not approved for this portal/],
])('refuses an account whose address %s', async (_, claims, detail) => {
  const browser = portal.browser();
  const answer = await signInByCompany(browser, provider, { sub: 'x', email: await somebody(), ...claims });
  expect(expectProblem(answer, 401, 'company-sign-in-refused').detail).toMatch(detail);
  expect(await isSignedIn(browser)).toBe(false);
});

it('people in the bin cannot sign in, and come back with their account', async () => {
  const email = await somebody();
  const admin = await portal.signedInAs(`keeper-of-${email}`, 'admin');
  read(await signIn(email), signedInSchema);
  expect((await admin.authorised('DELETE', `/api/admin/users/${email}`)).status).toBe(204);
  expect(expectProblem(await signIn(email), 401).detail).toContain('not approved');
  expect((await admin.authorised('POST', `/api/admin/bin/user/${email}/restore`)).status).toBe(204);
  read(await signIn(email), signedInSchema);
  expectProblem(await signIn(email, { sub: 'another' }), 401, 'company-sign-in-refused');
});

it('asks a person with a passkey for it, unless the setting trusts what the provider has asked for', async () => {
  const email = await somebody();
  const authenticator = await withPasskey(await portal.signedIn(email), portal.url);
  const browser = portal.browser();
  expectProblem(await signIn(email, { amr: ['pwd', 'mfa'] }, browser), 401, 'second-factor-needed');
  expect(await isSignedIn(browser)).toBe(false);
  expect(read(await passSecondFactor(browser, authenticator), signedInSchema).email).toBe(email);

  const trusting = await portal.another({ OIDC_SECOND_FACTOR_AMR: 'hwk,mfa' });
  expectProblem(await signIn(email, { amr: ['pwd'] }, portal.browser(trusting.url)), 401, 'second-factor-needed');
  read(await signIn(email, { amr: ['pwd', 'mfa'] }, portal.browser(trusting.url)), signedInSchema);
});

it('counts no sign-in that the provider has vouched for: many people with passkeys may share an address', async () => {
  const email = await somebody();
  await withPasskey(await portal.signedIn(email), portal.url);
  const browser = portal.browser();
  for (let turn = 0; turn < 21; turn += 1) expectProblem(await signIn(email, {}, browser), 401, 'second-factor-needed');
});

it('lets no setting take the place of a passkey that a role demands', async () => {
  const email = await somebody();
  await withPasskey(await portal.signedIn(email), portal.url);
  const demanding = await portal.another({ OIDC_SECOND_FACTOR_AMR: 'mfa', SECOND_FACTOR_ROLES: 'investor' });
  expectProblem(await signIn(email, { amr: ['mfa'] }, portal.browser(demanding.url)), 401, 'second-factor-needed');
});

it('opens no fresh session: who finds a browser that the provider knows adds no passkey of their own', async () => {
  const browser = portal.browser();
  read(await signIn(await somebody(), {}, browser), signedInSchema);
  expectProblem(await browser.post('/api/auth/passkeys/options'), 403, 'fresh-sign-in-needed');
  const linked = await portal.signedIn(await somebody());
  expect((await linked.post('/api/auth/passkeys/options')).status).toBe(200);
});

it('what is held on a person names their company account, and goes with them', async () => {
  const email = await somebody();
  read(await signIn(email), signedInSchema);
  const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri };
  const exported = await runCommand('users', ['export', email], environment);
  expect(JSON.parse(exported ?? '')).toMatchObject({
    records: { users: [{ companyAccount: { issuer: provider.issuer, subject: subOf(email) } }] },
  });
  await runCommand('users', ['erase', email], environment);
  const accounts = userModel(portal.connection).find({ 'companyAccount.subject': subOf(email) });
  expect(await accounts.lean()).toEqual([]);
  expectProblem(await signIn(email), 401, 'company-sign-in-refused');
});

it('a person without roles is signed in without any', async () => {
  await portal.person('none@x.example');
  expect(read(await signIn('none@x.example', { groups: ['admin'], roles: ['admin'] }), signedInSchema).roles).toEqual(
    [],
  );
});
