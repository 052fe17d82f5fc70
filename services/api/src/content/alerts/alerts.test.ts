import { ALERT_CONFIRM_PATH, ALERT_UNSUBSCRIBE_PATH } from '@cytocomm/contract';
import { outboxModel } from '../../platform/mail/model.ts';
import { deriveKey } from '../../platform/settings/keys.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { subscriberModel } from './model.ts';
import { type AlertMember, createAlertTokens } from './service.ts';

const TOKEN_SECRET = 'a secret of these tests, long enough to count';
const tokens = createAlertTokens([deriveKey(TOKEN_SECRET, 'alert-link')]);
const HOUR = 3600_000;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ TOKEN_SECRET });
});
afterAll(() => portal.stop());
afterEach(realDate);

let count = 0;
const freshEmail = () => {
  count += 1;
  return `reader-${count}@x.example`;
};
const ask = (email: unknown, browser = portal.browser()) => browser.post('/api/alerts', { email });
const confirm = (token: unknown) => portal.browser().post('/api/alerts/confirm', { token });
const unsubscribe = (token: unknown) => portal.browser().post('/api/alerts/unsubscribe', { token });
const recordOf = (email: string) => subscriberModel(portal.connection).findOne({ email }).lean();

/** Asks for alerts and reads the token from the mail. */
async function tokenFor(email: string): Promise<string> {
  const before = (await portal.mailsTo(email)).length;
  expect((await ask(email)).status).toBe(202);
  const mail = await until(`a mail to ${email}`, async () => (await portal.mailsTo(email))[before]);
  const [, token = ''] = new RegExp(`${portal.url}${ALERT_CONFIRM_PATH}\\?token=([\\w.-]+)`).exec(mail.text) ?? [];
  expect(token).not.toBe('');
  return token;
}

/** Somebody who has confirmed. */
async function subscribed(): Promise<{ email: string; member: AlertMember }> {
  const email = freshEmail();
  expect((await confirm(await tokenFor(email))).status).toBe(200);
  const record = await recordOf(email);
  return { email, member: { kind: 'subscriber', id: String(record?._id) } };
}

const INVALID = { status: 400, body: { code: 'invalid-link' } };

describe('a request', () => {
  it('has the same response for unknown, pending and confirmed addresses', async () => {
    const { email } = await subscribed();
    const pending = freshEmail();
    await ask(pending);
    const answers = await Promise.all([ask(freshEmail()), ask(pending), ask(email)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it('does not subscribe the address before its link is opened', async () => {
    const email = freshEmail();
    const token = await tokenFor(email);
    expect(await recordOf(email)).toMatchObject({ status: 'pending' });
    const rows = await outboxModel(portal.connection).find({ to: email }).lean();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('keeps one record for repeated and concurrent requests, and either mail confirms', async () => {
    const email = freshEmail();
    const answers = await Promise.all([ask(email), ask(email.toUpperCase()), ask(email)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await subscriberModel(portal.connection).countDocuments({ email })).toBe(1);
    expect((await confirm(await tokenFor(email))).status).toBe(200);
  });

  it('after the confirmation sends no mail and changes nothing', async () => {
    const { email } = await subscribed();
    const before = await recordOf(email);
    const mails = (await portal.mailsTo(email)).length;
    expect((await ask(email)).status).toBe(202);
    await until('the row to be dropped', async () =>
      (await outboxModel(portal.connection).exists({ to: email, status: 'dropped' })) === null ? undefined : true,
    );
    expect(await portal.mailsTo(email)).toHaveLength(mails);
    expect(await recordOf(email)).toEqual(before);
  });

  it.each([
    'a@x.example, b@x.example',
    'Ada <ada@x.example>',
    'ada@x.example\r\nBcc: b@x.example',
    '',
    'ada',
    { $gt: '' },
    null,
    ['ada@x.example'],
    `${'a'.repeat(250)}@x.example`,
  ])('refuses %j', async (email) => {
    expect(await ask(email)).toMatchObject({ status: 400, body: { code: 'validation' } });
  });

  it('mails an address at most five times an hour, with the same response', async () => {
    const email = freshEmail();
    for (let turn = 0; turn < 7; turn += 1) expect((await ask(email)).status).toBe(202);
    expect(await outboxModel(portal.connection).countDocuments({ to: email })).toBe(5);
  });

  it('is limited to 20 an hour per client, without refused bodies', async () => {
    const browser = portal.browser();
    for (let turn = 0; turn < 25; turn += 1) expect((await ask('no-address', browser)).status).toBe(400);
    for (let turn = 0; turn < 20; turn += 1) expect((await ask(freshEmail(), browser)).status).toBe(202);
    const refused = await ask(freshEmail(), browser);
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await ask(freshEmail())).status).toBe(202);
  });
});

describe('confirming', () => {
  it('works once', async () => {
    const email = freshEmail();
    const token = await tokenFor(email);
    expect((await confirm(token)).status).toBe(200);
    expect(await recordOf(email)).toMatchObject({ status: 'confirmed' });
    expect(await confirm(token)).toMatchObject(INVALID);
  });

  it('works once for concurrent calls', async () => {
    const token = await tokenFor(freshEmail());
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('works for 48 hours', async () => {
    const [early, late] = [await tokenFor(freshEmail()), await tokenFor(freshEmail())];
    moveDate(47 * HOUR);
    expect((await confirm(early)).status).toBe(200);
    moveDate(2 * HOUR);
    expect(await confirm(late)).toMatchObject(INVALID);
  });

  it('does not subscribe a person who unsubscribed', async () => {
    const email = freshEmail();
    const token = await tokenFor(email);
    const id = String((await recordOf(email))?._id);
    expect((await unsubscribe(tokens.unsubscription({ kind: 'subscriber', id }))).status).toBe(200);
    expect(await confirm(token)).toMatchObject(INVALID);
    expect(await recordOf(email)).toBeNull();
  });

  it('accepts no other token', async () => {
    const email = freshEmail();
    const token = await tokenFor(email);
    const id = String((await recordOf(email))?._id);
    const [, , until = '', signature = ''] = token.split('.');
    const strange = [
      `confirm.${id}.${Number(until) + HOUR}.${signature}`,
      `confirm.${'0'.repeat(24)}.${until}.${signature}`,
      token.slice(0, -1),
      tokens.unsubscription({ kind: 'subscriber', id }),
      createAlertTokens([deriveKey(TOKEN_SECRET, 'calendar-link')]).confirmation(id, new Date(Date.now() + HOUR)),
      'x',
      '...',
    ];
    for (const other of strange) expect(await confirm(other)).toMatchObject(INVALID);
    for (const no of ['', 'x'.repeat(301), null, { $ne: '' }, undefined])
      expect(await confirm(no)).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await recordOf(email)).toMatchObject({ status: 'pending' });
  });

  it('is not possible by GET', async () => {
    const email = freshEmail();
    const token = await tokenFor(email);
    expect((await portal.browser().get(`/api/alerts/confirm?token=${token}`)).status).toBeGreaterThanOrEqual(400);
    expect((await confirm(token)).status).toBe(200);
  });
});

describe('unsubscribing', () => {
  it('works by token, also repeatedly', async () => {
    const { email, member } = await subscribed();
    const token = tokens.unsubscription(member);
    expect((await unsubscribe(token)).status).toBe(200);
    expect(await recordOf(email)).toBeNull();
    expect((await unsubscribe(token)).status).toBe(200);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--',
    ],
  ])('works by the one-click form of RFC 8058 as %s, from no page of ours', async (type, body) => {
    const { email, member } = await subscribed();
    const answer = await portal.browser().post(`/api/alerts/unsubscribe?token=${tokens.unsubscription(member)}`, body, {
      as: 'bare',
      headers: { 'Content-Type': type },
    });
    expect(answer.status).toBe(200);
    expect(await recordOf(email)).toBeNull();
  });

  it('by a GET leads to the page and changes nothing', async () => {
    const { email, member } = await subscribed();
    const token = tokens.unsubscription(member);
    const answer = await portal.browser().get(`/api/alerts/unsubscribe?token=${token}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`${portal.url}${ALERT_UNSUBSCRIBE_PATH}?token=${token}`);
    expect(await recordOf(email)).toMatchObject({ status: 'confirmed' });
  });

  it('accepts no other token', async () => {
    const { email, member } = await subscribed();
    const token = tokens.unsubscription(member);
    const strange = [token.slice(0, -1), token.replace('subscriber', 'member'), await tokenFor(freshEmail()), 'x'];
    for (const other of strange) {
      expect(await unsubscribe(other)).toMatchObject(INVALID);
      const query = `/api/alerts/unsubscribe?token=${encodeURIComponent(other)}`;
      expect(await portal.browser().post(query)).toMatchObject(INVALID);
    }
    expect(await portal.browser().post('/api/alerts/unsubscribe?token=')).toMatchObject({ status: 400 });
    expect(await recordOf(email)).toMatchObject({ status: 'confirmed' });
  });
});

it('confirmation mails have a limit of the whole portal, which only operators see', async () => {
  const flooded = await startTestPortal({}, '', portal.database.sibling());
  const emails = Array.from({ length: 70 }, (_, place) => `stranger-${place}@x.example`);
  const clients = Array.from({ length: 7 }, () => flooded.browser());
  const answers = await Promise.all(emails.map((email, place) => ask(email, clients[place % 7])));
  expect(answers.map(({ status }) => status)).toEqual(emails.map(() => 202));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const confirmations = { kind: 'alert-confirmation' };
  expect(await outboxModel(flooded.connection).countDocuments(confirmations)).toBe(60);
  expect(await subscriberModel(flooded.connection).countDocuments({})).toBe(60);
  const metrics = await flooded.browser(flooded.operatorUrl).get('/metrics');
  expect(metrics.text).toMatch(/^alert_mails_held_back_total 10$/m);
  await flooded.stop();
});
