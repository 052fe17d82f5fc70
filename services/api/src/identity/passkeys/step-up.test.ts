import {
  addressOf,
  addUser,
  type Call,
  changeRemote,
  changeUserGroup,
  changeUserRole,
  confirmationOptionsSchema,
  confirmedSchema,
  deleteDocumentVersion,
  deleteFromBin,
  deleteUser,
  exportAcknowledgements,
  exportAudit,
  exportDocumentAccesses,
  exportMails,
  exportPersonAccesses,
  exportUsers,
  mintTeamToken,
  promoteCanary,
  promoteReleases,
  restoreFromBin,
  rollBack,
} from '@cytocomm/contract';
import { type Answer, expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { type Authenticator, confirmBy, createAuthenticator, givePasskey } from '../../testing/passkeys.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';

let portal: TestPortal;
/** As `portal`, where it is asked of everybody. */
let strict: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  strict = await startTestPortal({ STEP_UP_EVERYBODY: 'yes', STEP_UP_MINUTES: '5' }, '', portal.database.sibling());
});
afterAll(async () => {
  await strict.stop();
  await portal.stop();
});
afterEach(realDate);

const MINUTE = 60_000;
const LOCK = 'f'.repeat(64);

const VALUES: Readonly<Record<string, string>> = {
  id: 'f'.repeat(24),
  number: '1',
  email: 'other-admin@x.example',
  kind: 'user',
  remote: 'mfe-x',
};
const CLAIMS = { routes: [], sections: [], roles: [] };

/** Every dangerous call, in a form that would change nothing else. */
const DANGEROUS: readonly (readonly [string, Call, unknown?])[] = [
  ['making an admin', addUser, { email: 'other-admin@x.example', roles: ['admin'] }],
  ['adding a person', addUser, { email: 'plain@x.example', roles: ['investor'] }],
  ['giving a role', changeUserRole, { role: 'investor', enable: true }],
  ['putting into a group', changeUserGroup, { group: 'series-a', enable: true }],
  ['giving the role', changeUserRole, { role: 'admin', enable: true }],
  ['taking the role', changeUserRole, { role: 'admin', enable: false }],
  ['deleting an admin', deleteUser],
  ['taking out of the bin', restoreFromBin],
  ['deleting for good', deleteFromBin],
  ['deleting a version of a document', deleteDocumentVersion],
  ['exporting people', exportUsers],
  ['exporting the trail', exportAudit],
  ['exporting who read a document', exportDocumentAccesses],
  ['exporting who acknowledged a document', exportAcknowledgements],
  ['exporting what a person opened', exportPersonAccesses],
  ['exporting mails', exportMails],
  ['promoting', promoteReleases, { base: LOCK, set: [{ remote: 'mfe-x', version: '1.0.0' }] }],
  ['rolling back', rollBack, { to: LOCK }],
  ['promoting a canary', promoteCanary],
  ['making a team token', mintTeamToken, { remote: 'mfe-x', name: 'x', expiresInDays: 1 }],
  ['changing what a remote may', changeRemote, { claims: CLAIMS, mayPromote: true }],
];

let count = 0;
async function admin(at = portal): Promise<{ browser: TestBrowser; email: string }> {
  count += 1;
  const email = `steps-${count}@x.example`;
  return { browser: await at.signedInAs(email, 'admin'), email };
}

async function adminWithPasskey(): Promise<{ browser: TestBrowser; authenticator: Authenticator }> {
  const { browser } = await admin();
  const authenticator = createAuthenticator(portal.url);
  await givePasskey(browser, authenticator);
  return { browser, authenticator };
}

const pathOf = ({ path }: Call) => path.replace(/:(\w+)/g, (_, name: string) => VALUES[name] ?? '');
const codeOf = ({ body }: Answer) => Object(body).code;
const make = (browser: TestBrowser, call: Call, body: unknown) =>
  browser.authorised(call.method, pathOf(call), body === undefined ? {} : { body });

describe.each(DANGEROUS.map(([what, call, body]) => ({ what, call, body })))('$what', ({ call, body }) => {
  it('is done in a fresh session', async () => {
    const { browser } = await admin();
    expect(codeOf(await make(browser, call, body))).not.toBe('fresh-sign-in-needed');
  });

  it('wants a person with a passkey to confirm after ten minutes, and goes on then', async () => {
    await portal.person('other-admin@x.example', 'admin').catch(() => undefined);
    const { browser, authenticator } = await adminWithPasskey();
    expect(codeOf(await make(browser, call, body))).not.toBe('fresh-sign-in-needed');
    await portal.person('other-admin@x.example', 'admin').catch(() => undefined);
    moveDate(10 * MINUTE);
    expectProblem(await make(browser, call, body), 403, 'fresh-sign-in-needed');
    expect((await confirmBy(browser, authenticator)).status).toBe(200);
    expect(codeOf(await make(browser, call, body))).not.toBe('fresh-sign-in-needed');
  });

  it('is never refused to a person without one, unless the setting says so', async () => {
    const { browser } = await admin();
    const stale = await admin(strict);
    await strict.person('other-admin@x.example', 'admin').catch(() => undefined);
    moveDate(60 * MINUTE);
    expect(codeOf(await make(browser, call, body))).not.toBe('fresh-sign-in-needed');
    expectProblem(await make(stale.browser, call, body), 403, 'fresh-sign-in-needed');
  });
});

it('what is not dangerous is not asked about: taking roles, people without a passkey deleted, lists, stopping a canary', async () => {
  const { browser } = await adminWithPasskey();
  await portal.person('plainest@x.example', 'investor');
  moveDate(60 * MINUTE);
  const role = { role: 'customer', enable: false };
  expect((await browser.authorised('PATCH', '/api/admin/users/plainest@x.example', { body: role })).status).toBe(200);
  expect((await browser.get('/api/admin/users')).status).toBe(200);
  expect(codeOf(await browser.authorised('POST', '/api/canary/stop'))).not.toBe('fresh-sign-in-needed');
  expect((await browser.authorised('DELETE', '/api/admin/users/plainest@x.example')).status).toBe(204);
});

it('deleting somebody with a passkey is asked about', async () => {
  const { browser } = await adminWithPasskey();
  const person = await portal.signedInAs('with-passkey@x.example', 'investor');
  await givePasskey(person, createAuthenticator(portal.url));
  moveDate(11 * MINUTE);
  const remove = () => browser.authorised('DELETE', '/api/admin/users/with-passkey@x.example');
  expectProblem(await remove(), 403, 'fresh-sign-in-needed');
});

it('STEP_UP_ACTIONS chooses what is asked about', async () => {
  const lax = await portal.another({ STEP_UP_ACTIONS: 'bins' });
  const none = await portal.another({ STEP_UP_ACTIONS: 'none' });
  const { browser } = await adminWithPasskey();
  const at = (url: string) => {
    const same = portal.browser(url);
    for (const [name, value] of browser.cookies) same.cookies.set(name, value);
    return same;
  };
  moveDate(11 * MINUTE);
  expect((await at(lax.url).get(addressOf(exportUsers))).status).toBe(200);
  const bin = `/api/admin/bin/event/${'f'.repeat(24)}`;
  expectProblem(await at(lax.url).authorised('DELETE', bin), 403, 'fresh-sign-in-needed');
  expectProblem(await at(none.url).authorised('DELETE', bin), 404, 'not-found');
  expectProblem(await at(portal.url).get(addressOf(exportUsers)), 403, 'fresh-sign-in-needed');
});

describe('confirming', () => {
  /** Asks for a code, and reads it from that mail of the person. */
  async function codeMail(browser: TestBrowser, email: string, count: number): Promise<string> {
    expect((await browser.post('/api/auth/confirmation/options')).body).toEqual({ passkey: null });
    const mails = async () =>
      (await strict.mailsTo(email)).filter(({ subject }) => subject === 'Confirm that it is you');
    const mail = await until('the code', async () => (await mails())[count]);
    return /^(\d{6})$/m.exec(mail.text)?.[1] ?? '';
  }

  it('counts in that session alone, for its minutes, at every process', async () => {
    const { browser, authenticator } = await adminWithPasskey();
    const other = await portal.another();
    const atOther = portal.browser(other.url);
    for (const [name, value] of browser.cookies) atOther.cookies.set(name, value);
    moveDate(11 * MINUTE);
    const confirmed = read(await confirmBy(browser, authenticator), confirmedSchema);
    expect(Date.parse(confirmed.freshUntil) - Date.now()).toBeGreaterThan(9 * MINUTE);
    expect((await atOther.get(addressOf(exportUsers))).status).toBe(200);
    moveDate(10 * MINUTE);
    expectProblem(await browser.get(addressOf(exportUsers)), 403, 'fresh-sign-in-needed');
  });

  it('takes no proof of a sign-in, of another session or person, and none twice', async () => {
    const [ada, eve] = [await adminWithPasskey(), await adminWithPasskey()];
    const optionsOf = async ({ browser }: { browser: TestBrowser }) =>
      read(await browser.post('/api/auth/confirmation/options'), confirmationOptionsSchema).passkey;
    const request = await optionsOf(ada);
    if (request === null) throw new Error('no passkey is asked for');
    await optionsOf(eve);
    const give = (browser: TestBrowser, passkey: unknown) => browser.post('/api/auth/confirmation', { passkey });
    const proof = ada.authenticator.use(request);
    expectProblem(await give(eve.browser, proof), 401, 'second-factor-refused');
    expectProblem(await give(portal.browser(), proof), 401, 'not-signed-in');
    expect((await give(ada.browser, proof)).status).toBe(200);
    expectProblem(await give(ada.browser, proof), 401, 'second-factor-refused');
    expectProblem(await ada.browser.post('/api/auth/confirmation', { code: '123456' }), 401, 'second-factor-refused');
  });

  it('by a mailed code is for a person without a passkey; the code is the session’s, works once, and dies of five wrong ones', async () => {
    const { browser, email } = await admin(strict);
    moveDate(6 * MINUTE);
    const code = await codeMail(browser, email, 0);
    const other = await strict.signedIn(email);
    expectProblem(await other.post('/api/auth/confirmation', { code }), 401, 'second-factor-refused');
    expect((await browser.post('/api/auth/confirmation', { code })).status).toBe(200);
    expect((await browser.get(addressOf(exportUsers))).status).toBe(200);
    expectProblem(await browser.post('/api/auth/confirmation', { code }), 401, 'second-factor-refused');

    const next = await codeMail(browser, email, 1);
    const wrong = next === '000000' ? '000001' : '000000';
    for (let turn = 0; turn < 5; turn += 1) await browser.post('/api/auth/confirmation', { code: wrong });
    expectProblem(await browser.post('/api/auth/confirmation', { code: next }), 401, 'second-factor-refused');
  });

  it('by a mailed code goes on while others use up the sign-in codes of the address, and stops after ten wrong ones', async () => {
    const { browser, email } = await admin(strict);
    const wrongSignIn = { email, code: '000000' };
    for (let turn = 0; turn < 12; turn += 1) await strict.browser().post('/api/auth/complete', wrongSignIn);
    const mailed = (count: number) => codeMail(browser, email, count);
    expect((await browser.post('/api/auth/confirmation', { code: await mailed(0) })).status).toBe(200);
    for (const count of [1, 2]) {
      const code = (await mailed(count)) === '000000' ? '000001' : '000000';
      for (let turn = 0; turn < 5; turn += 1)
        expectProblem(await browser.post('/api/auth/confirmation', { code }), 401, 'second-factor-refused');
    }
    const locked = await browser.post('/api/auth/confirmation', { code: await mailed(3) });
    expectProblem(locked, 429, 'rate-limited');
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(60);
  });

  it('mails five codes in 15 minutes', async () => {
    const { browser } = await admin();
    for (let turn = 0; turn < 5; turn += 1)
      expect((await browser.post('/api/auth/confirmation/options')).status).toBe(200);
    expectProblem(await browser.post('/api/auth/confirmation/options'), 429, 'rate-limited');
  });
});

it('a team’s token is never asked', async () => {
  const { browser } = await adminWithPasskey();
  const body = { remote: 'mfe-x', name: 'ci', expiresInDays: 1 };
  const issued = await browser.authorised('POST', '/api/team-tokens', { body });
  moveDate(60 * MINUTE);
  const headers = { Authorization: `Bearer ${Object(issued.body).token}` };
  const promotion = { base: LOCK, set: [{ remote: 'mfe-x', version: '1.0.0' }] };
  const answer = await portal.browser().post('/api/locks', promotion, { headers });
  expect(codeOf(answer)).not.toBe('fresh-sign-in-needed');
  expect(answer.status).toBeLessThan(500);
});
