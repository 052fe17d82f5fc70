import { createServer, type Server } from 'node:http';
import { contactModel } from '../../content/contact/model.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { type RunningApi, startTestPortal, type TestPortal } from '../../testing/portal.ts';

const SITE_KEY = 'the-public-key';
const SECRET = 'the-secret-key-of-the-site';

/** What the provider answers next, and what it was asked. */
let next: { status: number; body: string; location?: string } | 'hang up';
let requests: URLSearchParams[] = [];
const provider: Server = createServer(async (req, res) => {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  requests.push(new URLSearchParams(text));
  if (next === 'hang up') req.socket.destroy();
  else {
    const elsewhere = next.location === undefined ? {} : { Location: next.location };
    res.writeHead(next.status, { 'Content-Type': 'application/json', ...elsewhere }).end(next.body);
  }
});

let portal: TestPortal;
let hosted: RunningApi;
let verifyUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const address = provider.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  verifyUrl = `http://127.0.0.1:${address.port}/siteverify`;
  portal = await startTestPortal();
  hosted = await portal.another(settings('hcaptcha'));
});
afterAll(async () => {
  await portal.stop();
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  requests = [];
  answers({ success: true, hostname: 'localhost' });
});

const settings = (name: string, at = verifyUrl) => ({
  CAPTCHA_PROVIDER: name,
  CAPTCHA_SITE_KEY: SITE_KEY,
  CAPTCHA_SECRET: SECRET,
  CAPTCHA_VERIFY_URL: at,
});
function answers(body: object, status = 200): void {
  next = { status, body: JSON.stringify(body) };
}

let count = 0;
const fresh = () => {
  count += 1;
  return `solution-${count}`;
};
const browser = () => portal.browser(hosted.url);
const send = (from: TestBrowser, captcha: string) =>
  from.post('/api/contact', { name: 'Ada', email: 'ada@lab.example', message: 'Good day', captcha });
const stored = () => contactModel(portal.connection).countDocuments();

it.each(['hcaptcha', 'turnstile'])('tells a form to show %s, with its public key only', async (name) => {
  const other = await portal.another(settings(name));
  const answer = await portal.browser(other.url).get('/api/captcha');
  expect(answer.body).toEqual({ provider: name, siteKey: SITE_KEY });
});

it('asks the provider about a solution, from whom it came, and once', async () => {
  const from = browser();
  const captcha = fresh();
  expect((await send(from, captcha)).status).toBe(201);
  expect(requests.map((form) => Object.fromEntries(form))).toEqual([
    { secret: SECRET, response: captcha, remoteip: from.address, sitekey: SITE_KEY },
  ]);
});

it('takes a solution once, even from a provider that would take it again', async () => {
  const captcha = fresh();
  expect((await send(browser(), captcha)).status).toBe(201);
  expect(await send(browser(), captcha)).toMatchObject({ status: 400, body: { code: 'captcha' } });
});

it.each([
  ['refuses it', { success: false, 'error-codes': ['invalid-input-response'] }],
  ['made it for another site', { success: true, hostname: 'evil.example' }],
])('does not take a solution when the provider %s', async (_, body) => {
  answers(body);
  const before = await stored();
  expect(await send(browser(), fresh())).toMatchObject({
    status: 400,
    body: { code: 'captcha', detail: 'Please verify that you are not a robot!' },
  });
  expect(await stored()).toBe(before);
});

const CLOSED = {
  status: 400,
  body: { code: 'captcha', detail: expect.stringMatching(/cannot be checked right now/) },
};

it.each<[string, () => void]>([
  ['has a fault', () => answers({ success: true }, 500)],
  ['answers no JSON', () => (next = { status: 200, body: '<html>' })],
  ['answers something else', () => answers({ success: 'true' })],
  ['hangs up', () => (next = 'hang up')],
  ['refuses our keys', () => answers({ success: false, 'error-codes': ['invalid-input-secret'] })],
])('stays closed, with a message, when the provider %s', async (_, prepare) => {
  prepare();
  const before = await stored();
  const answer = await send(browser(), fresh());
  expect(answer).toMatchObject(CLOSED);
  expect(answer.text).not.toContain(SECRET);
  expect(await stored()).toBe(before);
});

it('stays closed when the provider does not answer in time', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  expect(await send(browser(), fresh())).toMatchObject(CLOSED);
  expect(timeout).toHaveBeenCalledWith(5000);
  timeout.mockRestore();
});

it('does not follow a provider that sends it elsewhere, with the secret key', async () => {
  next = { status: 307, body: '', location: `${verifyUrl}/elsewhere` };
  expect(await send(browser(), fresh())).toMatchObject(CLOSED);
  expect(requests).toHaveLength(1);
});

it('stays closed while the provider is down, and opens again with the same solution', async () => {
  const closed = await portal.another(settings('turnstile', 'http://127.0.0.1:9/siteverify'));
  const captcha = fresh();
  expect(await send(portal.browser(closed.url), captcha)).toMatchObject(CLOSED);
  expect((await send(browser(), captcha)).status).toBe(201);
});
