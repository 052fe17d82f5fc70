import type { SignInTimeline } from '@cytocomm/contract';
import { outboxModel } from '../../platform/mail/model.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { beforeTests, testPortal } from '../../testing/portal.ts';
import { linkModel, storeLink } from './magic-link.ts';

const portal = testPortal();
const admin = beforeTests(() => portal.signedInAs('admin@x.example', 'admin'));
afterEach(realDate);

const MINUTE = 60_000;

let count = 0;
/** An approved person whom no other test knows. */
async function somebody(): Promise<string> {
  count += 1;
  const email = `person-${count}@x.example`;
  await portal.person(email, 'investor');
  return email;
}

const complete = async (browser: TestBrowser, body: object) => (await browser.post('/api/auth/complete', body)).status;

/** Waits until the outbox has dealt with everything that was asked for this address. */
async function allSent(email: string): Promise<void> {
  const rows = outboxModel(portal.connection);
  await until(
    'the outbox',
    async () => (await rows.countDocuments({ to: email, status: { $nin: ['sent', 'dropped'] } })) === 0,
  );
}

describe('somebody else who asks in a person’s name', () => {
  it('does not kill a link that is still young, nor its code; both persons’ browsers keep theirs', async () => {
    const email = await somebody();
    const first = await portal.askForLink(email);
    const second = await portal.askForLink(email);
    const third = await portal.askForLink(email);
    expect(await complete(third.browser, { email, code: third.code })).toBe(200);
    const [fourth, fifth] = [await portal.askForLink(email), await portal.askForLink(email)];
    expect(await complete(portal.browser(), { email, token: fourth.token })).toBe(200);
    // Anyone who is in needs none of the others, and they are spent with it.
    for (const { token } of [first, second, fourth, fifth])
      expect(await complete(portal.browser(), { email, token })).toBe(401);
  });

  it('kills one of more than a minute, as the newest link is the one that counts', async () => {
    const email = await somebody();
    const { token, code, browser } = await portal.askForLink(email);
    moveDate(MINUTE + 1000);
    const { token: newest } = await portal.askForLink(email);
    expect(await complete(portal.browser(), { email, token })).toBe(401);
    expect(await complete(browser, { email, code })).toBe(401);
    expect(await complete(portal.browser(), { email, token: newest })).toBe(200);
  });

  it('leaves one link a browser, also when it moves to another network', async () => {
    const email = await somebody();
    const browser = portal.browser();
    const { token } = await portal.askForLink(email, { browser });
    const headers = { 'X-Forwarded-For': portal.browser().address };
    expect((await browser.post('/api/auth/magic-link', { email }, { headers })).status).toBe(202);
    await until('the mail', async () => (await portal.mailsTo(email)).length === 2);
    expect(await linkModel(portal.connection).countDocuments({ email })).toBe(1);
    expect(await complete(portal.browser(), { email, token })).toBe(401);
  });

  it.each([true, false])(
    'is not refused for what others asked; no more mails than ten and one a minute (approved: %s)',
    async (approved) => {
      count += 1;
      const email = approved ? await somebody() : `unknown-${count}@x.example`;
      const ask = async () => (await portal.browser().post('/api/auth/magic-link', { email })).status;
      for (let turn = 0; turn < 15; turn += 1) expect(await ask()).toBe(202);
      await allSent(email);
      await expect(portal.mailsTo(email)).resolves.toHaveLength(approved ? 11 : 0);
      moveDate(MINUTE + 1000);
      expect([await ask(), await ask(), await ask()]).toEqual([202, 202, 202]);
      await allSent(email);
      await expect(portal.mailsTo(email)).resolves.toHaveLength(approved ? 12 : 0);
      const timeline = (await admin.get(`/api/admin/users/${email}/sign-ins`)).body as SignInTimeline;
      const noted = timeline.items.filter(({ text }) => text.includes('many clients asked for links'));
      if (approved) expect(noted).toHaveLength(1);
    },
  );
});

describe('a mail that was held up', () => {
  /** The outbox has a row of a while ago, and the link of a later one stands already. */
  async function heldUp(agoMs: number, from: string, browser: string): Promise<number> {
    const email = await somebody();
    const askedAt = new Date();
    await storeLink(linkModel(portal.connection), {
      email,
      client: '192.0.2.1',
      browser: 'a browser',
      userId: 'x',
      tokenHash: 'x',
      codeHash: 'x',
      expiresAt: new Date(Date.now() + MINUTE),
      returnTo: '/',
      askedAt,
    });
    await outboxModel(portal.connection).create({
      _id: email,
      kind: 'sign-in',
      to: email,
      data: { returnTo: '/', from, userAgent: '', browser },
      status: 'waiting',
      createdAt: new Date(askedAt.getTime() - agoMs),
      nextAttemptAt: askedAt,
    });
    await allSent(email);
    return (await portal.mailsTo(email)).length;
  }

  it('never takes the place of a newer link of the same client, or of the same browser', async () => {
    expect(await heldUp(5000, '192.0.2.1', 'another browser')).toBe(0);
    expect(await heldUp(5000, '192.0.2.2', 'a browser')).toBe(0);
  });

  it('is sent beside the young link of somebody else, and not beside a much later one', async () => {
    expect(await heldUp(5000, '192.0.2.2', 'another browser')).toBe(1);
    expect(await heldUp(2 * MINUTE, '192.0.2.2', 'another browser')).toBe(0);
  });
});

describe('the mail', () => {
  it('says when and from where the link was asked for', async () => {
    const email = await somebody();
    const browser = portal.browser();
    const headers = {
      'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    };
    await browser.post('/api/auth/magic-link', { email }, { headers });
    const mail = await until('the mail', async () => (await portal.mailsTo(email))[0]);
    expect(mail.text).toMatch(
      new RegExp(
        `It was asked for on \\d+ \\w+ \\d{4} at \\d\\d:\\d\\d UTC, from the network address ${browser.address} \\(Firefox on Windows\\)`,
      ),
    );
  });

  it('repeats nothing that a browser says of itself', async () => {
    const email = await somebody();
    const headers = { 'User-Agent': 'Your account is closed: https://evil.example/ <a href="https://evil.example">' };
    await portal.browser().post('/api/auth/magic-link', { email }, { headers });
    const mail = await until('the mail', async () => (await portal.mailsTo(email))[0]);
    expect(mail.text + mail.html).not.toMatch(/evil\.example|account is closed/);
    expect(mail.text).toContain('(Unknown device)');
  });
});
