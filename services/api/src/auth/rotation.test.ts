import type { TestBrowser } from '../testing/browser.ts';
import { type RunningApi, startTestPortal, type TestPortal } from '../testing/portal.ts';

const FIRST = {
  SESSION_SECRET: 'first-session-secret-of-32-characters',
  TOKEN_SECRET: 'first-token-secret-of-32-characters-',
};
const SECOND = {
  SESSION_SECRET: 'second-session-secret-of-32-characters',
  TOKEN_SECRET: 'second-token-secret-of-32-characters',
};
const BOTH = {
  ...SECOND,
  SESSION_SECRET_PREVIOUS: FIRST.SESSION_SECRET,
  TOKEN_SECRET_PREVIOUS: FIRST.TOKEN_SECRET,
};
const AUDIT_SECRET = 'a-secret-of-the-trail-of-32-characters';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ ...FIRST, AUDIT_SECRET });
});
afterAll(() => portal.stop());

/** The same browser, answered by another process. */
function movedTo(api: RunningApi, browser: TestBrowser): TestBrowser {
  const moved = portal.browser(api.url);
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value);
  return moved;
}

it('secrets are replaced without signing anybody out, and the earlier ones count for nothing when they are gone', async () => {
  await portal.person('ada@x.example', 'investor');
  await portal.person('bob@x.example', 'investor');
  const browser = await portal.signedIn('ada@x.example');
  const headers = { Authorization: `Bearer ${await browser.token()}` };
  const { url } = (await browser.authorised('POST', '/api/events/subscription')).body as { url: string };
  const calendar = url.slice(url.indexOf('/api/'));
  const byLink = await portal.askForLink('ada@x.example');
  const byCode = await portal.askForLink('bob@x.example');

  const between = await portal.another({ ...BOTH, AUDIT_SECRET });
  const atBetween = movedTo(between, browser);
  expect((await atBetween.get('/api/users/ada@x.example', { headers })).status).toBe(200);
  expect((await atBetween.get(calendar)).status).toBe(200);
  const body = { email: 'ada@x.example', token: byLink.token };
  expect((await portal.browser(between.url).post('/api/auth/complete', body)).status).toBe(200);
  const code = { email: 'bob@x.example', code: byCode.code };
  expect((await movedTo(between, byCode.browser).post('/api/auth/complete', code)).status).toBe(200);
  // Asking for a token signs the cookie again.
  const renewed = { Authorization: `Bearer ${await atBetween.token()}` };

  const after = await portal.another({ ...SECOND, AUDIT_SECRET });
  const [old, next] = [movedTo(after, browser), movedTo(after, atBetween)];
  expect((await next.post('/api/auth/token')).status).toBe(200);
  expect((await next.get('/api/users/ada@x.example', { headers: renewed })).status).toBe(200);
  expect((await old.post('/api/auth/token')).status).toBe(401);
  expect((await old.get('/api/users/ada@x.example', { headers })).status).toBe(401);
  expect((await old.get(calendar)).status).toBe(404);
});
