import { subscriberModel } from '../../content/alerts/model.ts';
import { createAlertTokens } from '../../content/alerts/service.ts';
import { deriveKey } from '../../platform/settings/keys.ts';
import type { TestBrowser } from '../../testing/browser.ts';
import { solvedCaptcha } from '../../testing/captcha.ts';
import { type RunningApi, testPortal } from '../../testing/portal.ts';

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
/** The first step: the old ones sign, the new ones count already. */
const NEW_SECRETS_ADDED = {
  ...FIRST,
  SESSION_SECRET_PREVIOUS: SECOND.SESSION_SECRET,
  TOKEN_SECRET_PREVIOUS: SECOND.TOKEN_SECRET,
};
const AUDIT_SECRET = 'a-secret-of-the-trail-of-32-characters';

const portal = testPortal({ ...FIRST, AUDIT_SECRET, NEW_BROWSER_MAIL: 'yes' });

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

it('while the secrets are exchanged, each process takes what the others have signed', async () => {
  const email = 'eve@x.example';
  await portal.person(email, 'investor');
  const [added, exchanged] = [
    await portal.another({ ...NEW_SECRETS_ADDED, AUDIT_SECRET }),
    await portal.another({ ...BOTH, AUDIT_SECRET }),
  ];
  for (const [one, other] of [
    [portal, added],
    [added, portal],
    [added, exchanged],
    [exchanged, added],
  ] as const) {
    const browser = await portal.signedIn(email, one.url);
    const headers = { Authorization: `Bearer ${await browser.token()}` };
    const elsewhere = movedTo(other, browser);
    expect((await elsewhere.get(`/api/users/${email}`, { headers })).status).toBe(200);
    expect((await elsewhere.post('/api/auth/token')).status).toBe(200);
    const captcha = await solvedCaptcha(portal.browser(one.url));
    const message = { name: 'Eve', email, message: 'Good day', captcha };
    expect((await portal.browser(other.url).post('/api/contact', message)).status).toBeLessThan(300);
  }
});

it('marks of known browsers and links of alerts count as long as their secret does', async () => {
  const email = 'kim@x.example';
  await portal.person(email, 'investor');
  const browser = await portal.signedIn(email);
  const newBrowserMails = () =>
    portal.connection.collection('outbox').countDocuments({ to: email, kind: 'new-browser' });
  const between = await portal.another({ ...BOTH, AUDIT_SECRET });
  const after = await portal.another({ ...SECOND, AUDIT_SECRET });
  const again = movedTo(between, browser);
  const token = await portal.linkFor(email, again);
  expect((await again.post('/api/auth/complete', { email, token })).status).toBe(200);
  expect(await newBrowserMails()).toBe(0);
  await portal.signedIn(email, between.url);
  expect(await newBrowserMails()).toBe(1);

  const subscribers = subscriberModel(portal.connection);
  const subscriber = await subscribers.create({ email, status: 'pending', createdAt: new Date() });
  const tokens = createAlertTokens([deriveKey(FIRST.TOKEN_SECRET, 'alert-link')]);
  const id = String(subscriber._id);
  const confirmation = tokens.confirmation(id, new Date(Date.now() + 3_600_000));
  const unsubscription = tokens.unsubscription({ kind: 'subscriber', id });
  for (const [call, signed] of [
    ['confirm', confirmation],
    ['unsubscribe', unsubscription],
  ]) {
    const send = (url: string) => portal.browser(url).post(`/api/alerts/${call}`, { token: signed });
    expect(await send(after.url)).toMatchObject({ status: 400, body: { code: 'invalid-link' } });
    expect((await send(between.url)).status).toBe(200);
  }

  const captcha = await solvedCaptcha(portal.browser());
  const message = { name: 'Kim', email, message: 'Good day', captcha };
  const refused = await portal.browser(after.url).post('/api/contact', message);
  expect(refused).toMatchObject({ status: 400, body: { code: 'captcha' } });
});
