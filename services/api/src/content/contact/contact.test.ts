import { outboxModel } from '../../platform/mail/model.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { solvedCaptcha } from '../../testing/captcha.ts';
import { until } from '../../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { contactModel } from './model.ts';

const COMPANY = 'office@cytocomm.example';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ CONTACT_EMAIL: COMPANY });
});
afterAll(() => portal.stop());

const message = {
  name: 'Ada Lovelace',
  email: 'ada@lab.example',
  subject: 'A study',
  message: 'Good day\n\nCan we talk?',
};

const send = async (browser: TestBrowser, change: object = {}) =>
  browser.post('/api/contact', { ...message, captcha: await solvedCaptcha(browser), ...change });
const messages = () => contactModel(portal.connection);
const mailWith = (words: string) =>
  until(`a mail with ${words}`, async () =>
    (await portal.mailsTo(COMPANY)).find(({ text, subject }) => `${subject}\n${text}`.includes(words)),
  );

describe('a message', () => {
  it('is stored and mailed to the company, and the answer to that mail goes to the visitor', async () => {
    const answer = await send(portal.browser());
    expect(answer).toMatchObject({ status: 201, body: { message: 'Message sent successfully!' } });
    expect(await messages().find({ email: message.email }).lean()).toMatchObject([message]);
    const mail = await mailWith('Can we talk?');
    expect(mail.subject).toContain('A study');
    expect(mail.text).toContain('Good day');
    expect(mail.text).toContain('Ada Lovelace');
    expect(mail.headers).toMatchObject({ 'reply-to': expect.stringContaining(message.email) });
    expect(await portal.mailsTo(message.email)).toEqual([]);
  });

  it.each([
    ['left out', undefined],
    ['empty', ''],
  ])('needs no subject: %s', async (how, subject) => {
    const text = `No subject, ${how}`;
    expect((await send(portal.browser(), { subject, message: text })).status).toBe(201);
    expect((await mailWith(text)).subject).toContain(message.name);
  });

  it('is trimmed, its address is lower case, and its line breaks stay', async () => {
    const text = 'One line\r\n\tand another';
    expect(
      (await send(portal.browser(), { name: '  Grace ', email: 'GRACE@Lab.Example', message: ` ${text}\n` })).status,
    ).toBe(201);
    const stored = await messages().findOne({ name: 'Grace' }).lean();
    expect(stored).toMatchObject({ email: 'grace@lab.example', message: text });
  });

  it('is text: tags in it stay words', async () => {
    const name = '<img src=x onerror=alert(1)>';
    expect((await send(portal.browser(), { name, subject: '<b>', message: '<script>evil()</script>' })).status).toBe(
      201,
    );
    const mail = await mailWith('evil()');
    expect(mail.html).toContain('&lt;script&gt;evil()&lt;/script&gt;');
    expect(mail.html).not.toMatch(/<script|<img src=x/);
  });

  it('may be as long as the contract says', async () => {
    const long = { name: 'n'.repeat(100), subject: 's'.repeat(200), message: 'm'.repeat(5000) };
    expect((await send(portal.browser(), long)).status).toBe(201);
    expect((await mailWith('m'.repeat(5000))).subject).toContain(long.subject);
  });

  it('is stored while the mail server is away, and its mail waits', async () => {
    const cutOff = await portal.another({ SMTP_URL: 'smtp://127.0.0.1:9' });
    // The first portal's outbox would send it at once: the row shows that it is queued, no matter which portal takes it.
    const text = 'While the mail server is away';
    expect((await send(portal.browser(cutOff.url), { message: text })).status).toBe(201);
    const record = await messages().findOne({ message: text }).lean();
    expect(
      await outboxModel(portal.connection).countDocuments({ _id: `contact:${String(record?._id)}`, to: COMPANY }),
    ).toBe(1);
  });
});

describe('what is refused', () => {
  it.each<[string, object, string]>([
    ['a line break in the name', { name: 'Ada\r\nBcc: victim@x.example' }, 'body.name'],
    ['a lone CR in the name', { name: 'Ada\rX' }, 'body.name'],
    ['a null in the name', { name: 'Ada\0' }, 'body.name'],
    ['a very long name', { name: 'n'.repeat(101) }, 'body.name'],
    ['a name of 50,000 letters', { name: 'n'.repeat(50_000) }, 'body.name'],
    ['an empty name', { name: '  ' }, 'body.name'],
    ['half a character', { name: '\ud800' }, 'body.name'],
    ['a line break in the subject', { subject: 'Hi\nBcc: victim@x.example' }, 'body.subject'],
    ['a long subject', { subject: 's'.repeat(201) }, 'body.subject'],
    ['a line break in the address', { email: 'ada@lab.example\r\nBcc: victim@x.example' }, 'body.email'],
    ['two addresses', { email: 'a@x.example, b@x.example' }, 'body.email'],
    ['an address with a name', { email: 'Ada <ada@lab.example>' }, 'body.email'],
    ['an empty message', { message: '\n\n' }, 'body.message'],
    ['a long message', { message: 'm'.repeat(5001) }, 'body.message'],
    ['a control character in the message', { message: 'bell \u0007' }, 'body.message'],
    ['an operator', { email: { $gt: '' } }, 'body.email'],
    ['a list', { name: ['Ada'] }, 'body.name'],
  ])('%s, by name of its field, and nothing is stored', async (_, change, path) => {
    const before = await messages().estimatedDocumentCount();
    const answer = await portal.browser().post('/api/contact', { ...message, captcha: 'x', ...change });
    expect(answer).toMatchObject({ status: 400, body: { code: 'validation', errors: [{ path }] } });
    expect(await messages().estimatedDocumentCount()).toBe(before);
  });

  it.each([
    ['an unknown field', { ...message, captcha: 'x', role: 'admin' }],
    ['a prototype', '{"name":"Ada","__proto__":{"email":"a@x.example"}}'],
    ['a list', []],
    ['no JSON', '{"name":'],
  ])('%s as a whole', async (_, body) => {
    expect((await portal.browser().post('/api/contact', body)).status).toBe(400);
  });

  it('a form as a browser without scripts sends it: that has an address of its own', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await portal.browser().post('/api/contact', 'name=Ada', { headers });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported-media-type' } });
    expect(answer.headers['content-type']).toContain('application/problem+json');
  });

  it('a body of megabytes', async () => {
    const body = { ...message, message: 'm'.repeat(200_000), captcha: 'x' };
    expect(await portal.browser().post('/api/contact', body)).toMatchObject({
      status: 413,
      body: { code: 'too-large' },
    });
  });

  it('a refused field does not cost the captcha', async () => {
    const browser = portal.browser();
    const captcha = await solvedCaptcha(browser);
    expect((await send(browser, { captcha, name: '' })).status).toBe(400);
    expect((await send(browser, { captcha })).status).toBe(201);
  });

  it('reading: a GET is 405', async () => {
    expect((await portal.browser().get('/api/contact')).status).toBe(405);
  });
});

it('one client may send 20 times an hour; refused fields do not count, and others are not concerned', async () => {
  const browser = portal.browser();
  for (let turn = 0; turn < 25; turn += 1) {
    expect((await browser.post('/api/contact', { ...message, name: '', captcha: 'x' })).status).toBe(400);
  }
  const codes: unknown[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    codes.push((await browser.post('/api/contact', { ...message, captcha: 'unsolved' })).body);
  }
  expect(codes).toEqual(Array(20).fill(expect.objectContaining({ code: 'captcha' })));
  const limited = await send(browser);
  expect(limited).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(3000);
  expect(Number(limited.headers['retry-after'])).toBeLessThanOrEqual(3600);
  expect((await send(portal.browser())).status).toBe(201);
});
