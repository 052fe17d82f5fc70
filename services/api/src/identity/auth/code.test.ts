import type { AuditPage } from '@cytocomm/contract';
import { auditModel } from '../../platform/audit/model.ts';
import { outboxModel } from '../../platform/mail/model.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { moveDate, realDate, until } from '../../testing/clock.ts';
import { testPortal } from '../../testing/portal.ts';

const portal = testPortal();
afterEach(realDate);

const HOUR = 3_600_000;

let count = 0;
/** An approved person whom no other test knows. */
async function somebody(): Promise<string> {
  count += 1;
  const email = `person-${count}@x.example`;
  await portal.person(email, 'investor');
  return email;
}

const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');
const ask = (browser: TestBrowser, email: string) => browser.post('/api/auth/magic-link', { email });

/** Completes from a network address of its own each time, so that only what is counted for the e-mail plays a part. */
async function complete(browser: TestBrowser, body: object): Promise<number> {
  const headers = { 'X-Forwarded-For': portal.browser().address };
  return (await browser.post('/api/auth/complete', body, { headers })).status;
}

/** Tries so many wrong codes, with a new mail whenever the code of the last one is dead. */
async function tryWrongCodes(email: string, times: number, browser = portal.browser()): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    const { code } = turn % 5 === 0 ? await portal.askForLink(email, { browser }) : { code: '111111' };
    expect(await complete(browser, { email, code: otherThan(code) })).toBe(401);
  }
}

describe('the browser that asked', () => {
  it('gets the same cookie for every address: its own, for as long as a link lives', async () => {
    const member = await somebody();
    for (const email of [member, 'unknown@x.example']) {
      const answer = await ask(portal.browser(), email);
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringMatching(/^asked=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/),
      ]);
    }
  });

  it('is the only one where the code works; the link works anywhere', async () => {
    const email = await somebody();
    const { code, token, browser } = await portal.askForLink(email);
    const other = portal.browser();
    expect(await complete(other, { email, code })).toBe(401);
    await ask(other, 'unknown@x.example');
    expect(await complete(other, { email, code })).toBe(401);
    // That cost the code none of its tries.
    for (let turn = 0; turn < 4; turn += 1) await complete(other, { email, code });
    expect(await complete(browser, { email, code })).toBe(200);
    const { token: next } = await portal.askForLink(email);
    expect(next).not.toBe(token);
    expect(await complete(portal.browser(), { email, token: next })).toBe(200);
  });

  it.each([
    ['an invented one', 'x'.repeat(43)],
    ['what stands for none', 'none'],
    ['a long one', 'A'.repeat(5000)],
  ])('is not one that shows %s', async (_what, value) => {
    const email = await somebody();
    const { code } = await portal.askForLink(email);
    const other = portal.browser();
    other.cookies.set('asked', value);
    expect(await complete(other, { email, code })).toBe(401);
  });

  it('may have asked for several addresses, in several tabs', async () => {
    const [ada, bob] = [await somebody(), await somebody()];
    const browser = portal.browser();
    const { code } = await portal.askForLink(ada, { browser });
    const { code: ofBob } = await portal.askForLink(bob, { browser });
    expect(await complete(browser, { email: ada, code })).toBe(200);
    const again = await portal.askForLink(ada, { browser });
    expect(await complete(browser, { email: bob, code: ofBob })).toBe(401);
    expect(await complete(browser, { email: ada, code: again.code })).toBe(200);
  });

  it('loses the cookie when it is signed in, and keeps the session cookie', async () => {
    const email = await somebody();
    const { code, browser } = await portal.askForLink(email);
    expect(await complete(browser, { email, code })).toBe(200);
    expect([...browser.cookies.keys()]).toEqual(['portal']);
    const plain = await portal.askForLink(email);
    const answer = await portal.browser().post('/api/auth/complete', { email, token: plain.token });
    expect(answer.headers['set-cookie']).toHaveLength(1);
  });
});

describe('wrong codes for one address', () => {
  it('are judged ten times an hour over all its mails; then only links work, and the person is told once', async () => {
    const email = await somebody();
    await tryWrongCodes(email, 10);
    const { code, token, browser } = await portal.askForLink(email);
    expect(await complete(browser, { email, code })).toBe(401);
    expect(await complete(browser, { email, code: otherThan(code) })).toBe(401);
    expect(await complete(portal.browser(), { email, token })).toBe(200);

    const warnings = async () =>
      (await portal.mailsTo(email)).filter(({ subject }) => subject.startsWith('Wrong sign-in'));
    const [mail] = await until('the mail', async () => ((await warnings()).length > 0 ? warnings() : undefined));
    expect(mail?.text).toContain('10 wrong codes were tried for your address');
    expect(mail?.text).toMatch(/Until \d+ \w+ \d{4} at \d\d:\d\d UTC codes do not work/);
    expect(await outboxModel(portal.connection).countDocuments({ to: email, kind: 'codes-locked' })).toBe(1);

    const admin = await portal.signedInAs(`admin-of-${email}`, 'admin');
    const { items } = (await admin.get(`/api/admin/audit?limit=100&subject=${email}`)).body as AuditPage;
    expect(items.filter(({ action }) => action === 'sign-in.codes-locked')).toEqual([
      expect.objectContaining({
        actor: null,
        detail: { reason: expect.stringMatching(/^10 wrong codes .* only links work$/) },
      }),
    ]);
    expect(items.filter(({ detail }) => detail.reason?.startsWith('wrong code, try'))).toHaveLength(10);

    moveDate(HOUR + 1000);
    const later = await portal.askForLink(email);
    expect(await complete(later.browser, { email, code: later.code })).toBe(200);
  });

  it('are judged 30 times a day, and the person is told of the day', async () => {
    const email = await somebody();
    for (let hour = 0; hour < 3; hour += 1) {
      await tryWrongCodes(email, 10);
      moveDate(HOUR + 1000);
    }
    const { code, browser } = await portal.askForLink(email);
    expect(await complete(browser, { email, code })).toBe(401);
    await until(
      'three mails',
      async () => (await outboxModel(portal.connection).countDocuments({ to: email, kind: 'codes-locked' })) === 3,
    );
    const tried = (await outboxModel(portal.connection).find({ to: email, kind: 'codes-locked' }).lean()).map(
      ({ data }) => (data as { tried: number }).tried,
    );
    expect(tried.sort()).toEqual([10, 10, 30]);
    moveDate(22 * HOUR);
    const later = await portal.askForLink(email);
    expect(await complete(later.browser, { email, code: later.code })).toBe(200);
  });

  it('are counted together by two processes, and in a burst', async () => {
    const email = await somebody();
    const other = await portal.another();
    const { code, token, browser } = await portal.askForLink(email);
    const atOther = portal.browser(other.url);
    for (const [name, value] of browser.cookies) atOther.cookies.set(name, value);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        complete(turn % 2 === 0 ? browser : atOther, { email, code: otherThan(code) }),
      ),
    );
    expect(new Set(answers)).toEqual(new Set([401]));
    const failed = () => auditModel(portal.connection).find({ subject: email, action: 'sign-in.failed' }).lean();
    await until('the notes', async () => (await failed()).length === 30);
    const reasons = (await failed()).map(({ detail }) => detail.reason ?? '');
    const judged = reasons.filter((reason) => reason.startsWith('wrong code, try')).length;
    const tooOften = reasons.filter((reason) => reason.includes('of this mail was tried too often')).length;
    // Those that the address refuses count for the mail as well, and some of them come before others that it does not.
    expect(judged).toBeLessThanOrEqual(5);
    expect(judged + tooOften).toBe(10);
    expect(reasons.filter((reason) => reason.startsWith('too many wrong codes'))).toHaveLength(20);
    expect(await complete(browser, { email, code })).toBe(401);
    expect(await complete(browser, { email, token })).toBe(200);
  });

  it('do not count when they were right', async () => {
    const email = await somebody();
    for (let turn = 0; turn < 12; turn += 1) {
      const { code, browser } = await portal.askForLink(email);
      expect(await complete(browser, { email, code })).toBe(200);
      if (turn === 8) moveDate(16 * 60_000);
    }
  });
});
