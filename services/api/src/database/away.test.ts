import { createApi } from '../app.ts';
import { readConfig } from '../config.ts';
import type { TestBrowser } from '../testing/browser.ts';
import { type Cable, layCable } from '../testing/cable.ts';
import { type RunningApi, startTestPortal, type TestPortal } from '../testing/portal.ts';
import { until } from '../testing/until.ts';

let portal: TestPortal;
let cable: Cable;
let api: RunningApi;
let browser: TestBrowser;
beforeAll(async () => {
  portal = await startTestPortal();
  cable = await layCable(portal.database.uri);
  api = await portal.another({ MONGODB_URI: cable.uri });
  await portal.person('admin@x.example', 'admin');
  browser = await portal.signedIn('admin@x.example', api.url);
});
afterAll(async () => {
  cable.cut();
  await portal.stop();
});

const calls: readonly (readonly [string, string, unknown?])[] = [
  ['GET', '/api/users/admin@x.example'],
  ['GET', '/api/admin/users'],
  ['POST', '/api/auth/magic-link', { email: 'a@x.example' }],
  ['POST', '/api/auth/complete', { email: 'a@x.example', token: 'x' }],
  ['POST', '/api/auth/token'],
];

it('answers 503 with Retry-After while the database is away, and is well again within 5 s of its return', async () => {
  const headers = { Authorization: `Bearer ${await browser.token()}` };
  expect((await browser.get('/api/admin/users', { headers })).status).toBe(200);
  cable.cut();
  await Promise.all(
    calls.map(async ([method, path, body]) => {
      const begun = performance.now();
      const answer = await browser.call(method, path, { body, ...(path.includes('/auth/') ? {} : { headers }) });
      expect([path, answer.status]).toEqual([path, 503]);
      expect(answer.body).toMatchObject({ code: 'database-unavailable' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(performance.now() - begun).toBeLessThan(4000);
    }),
  );
  expect((await browser.get('/healthz')).status).toBe(200);
  const readiness = await portal.browser(api.operatorUrl).get('/readyz');
  expect(readiness).toMatchObject({ status: 503, body: { status: 'not-ready', database: 'away', mail: 'ok' } });

  await cable.mend();
  const returned = performance.now();
  await until(
    'calls to work again',
    async () => (await browser.get('/api/admin/users', { headers })).status === 200 || undefined,
  );
  expect(performance.now() - returned).toBeLessThan(5000);
  expect((await browser.post('/api/auth/token')).status).toBe(200);
  expect((await portal.browser(api.operatorUrl).get('/readyz')).status).toBe(200);
  const { mail } = await portal.askForLink('admin@x.example', { browser: portal.browser(api.url) });
  expect(mail.subject).toContain('sign-in link');
}, 40_000);

it('starts without the database, and serves as soon as there is one', async () => {
  cable.cut();
  const early = await createApi(
    readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: cable.uri, SMTP_URL: portal.mailbox.smtpUrl }),
  );
  let ready = false;
  early.ready.then(() => {
    ready = true;
  });
  await cable.mend();
  await until('it to become ready', () => ready || undefined);
  await early.close();
}, 20_000);
