import { contactModel } from '../../content/contact/model.ts';
import { solvedCaptcha } from '../../testing/captcha.ts';
import { until } from '../../testing/clock.ts';
import { startTestDatabase } from '../../testing/database.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import { startApiProcess } from '../../testing/processes.ts';
import { startSmtp, type TestSmtp } from '../../testing/smtp.ts';

const RECIPIENT = 'recipient@private.example';
const SENDER = 'sender@private.example';

let portal: TestPortal;
let smtp: TestSmtp;

beforeAll(async () => {
  portal = await startTestPortal({}, '', await startTestDatabase());
  smtp = await startSmtp({
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`5.1.1 <${address}>: Recipient address rejected`), { responseCode: 550 })),
  });
});
afterAll(async () => {
  await smtp.stop();
  await portal.stop();
});

it('what a mail server and a database say of people is masked in the real log of a process, and nothing in it steers a terminal', async () => {
  // The first portal's outbox must not take the mail.
  await portal.api.close();
  // The driver quotes the value of a key that is there already.
  await contactModel(portal.connection).collection.createIndex({ email: 1 }, { unique: true });
  const { child, url, log, ended } = await startApiProcess({
    NODE_ENV: 'test',
    MONGODB_URI: portal.database.uri,
    SMTP_URL: smtp.url,
    PUBLIC_URL: portal.url,
    CAPTCHA_COST: '100',
    LOG_LEVEL: 'trace',
  });
  try {
    const browser = portal.browser(url);
    await until('it to be ready', async () => (await browser.get('/api/captcha')).status === 200 || undefined);
    await portal.person(RECIPIENT, 'investor');
    const text = { name: 'Ada', email: SENDER, subject: 'Hello', message: 'Good day' };
    const send = async () =>
      (await browser.post('/api/contact', { ...text, captcha: await solvedCaptcha(browser) })).status;
    await until('the first message', async () => (await send()) === 201 || undefined);
    expect(await send()).toBe(500);
    expect((await browser.post('/api/auth/magic-link', { email: RECIPIENT })).status).toBe(202);
    const report = { remote: 'r', release: '1', component: 'c', phase: 'entry', lock: 'l', reason: 'red \u009b31m' };
    expect((await browser.post('/api/telemetry/failures', report)).status).toBe(204);
    await until('all three failures in the log', () => {
      const written = log.join('\n');
      return (
        (written.includes('Recipient address rejected') && written.includes('E11000') && written.includes('red ')) ||
        undefined
      );
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
  const written = log.join('\n');
  expect(written).toContain('<[e-mail]>: Recipient address rejected');
  expect(written).toContain('[e-mail]');
  expect(written).not.toMatch(/private\.example/);
  expect(written).toContain(String.raw`red \u009b31m`);
  expect(written).not.toContain('\u009b');
});
