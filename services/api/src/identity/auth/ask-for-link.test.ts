import { createHash } from 'node:crypto';
import type { Role } from '@cytocomm/contract';
import { createConnection } from 'mongoose';
import { createApi } from '../../main/app.ts';
import { outboxModel } from '../../platform/mail/model.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { until } from '../../testing/clock.ts';
import { testPortal } from '../../testing/portal.ts';
import { userModel } from '../users/model.ts';
import { linkModel } from './magic-link.ts';

const portal = testPortal();

let count = 0;
/** An approved person whom no other test knows. */
async function somebody(...roles: Role[]): Promise<string> {
  count += 1;
  const email = `person-${count}@x.example`;
  await portal.person(email, ...roles);
  return email;
}

describe('asking for a link', () => {
  it('answers 202 with the same words, and mails approved people only', async () => {
    const email = await somebody('investor');
    const [known, unknown] = await Promise.all([
      portal.browser().post('/api/auth/magic-link', { email }),
      portal.browser().post('/api/auth/magic-link', { email: 'unknown@x.example' }),
    ]);
    expect(known.status).toBe(202);
    expect(unknown.status).toBe(202);
    expect(unknown.body).toEqual(known.body);
    await until(
      'both rows to be dealt with',
      async () =>
        (await outboxModel(portal.connection).countDocuments({
          to: { $in: [email, 'unknown@x.example'] },
          status: { $in: ['sent', 'dropped'] },
        })) === 2,
    );
    await expect(portal.mailsTo(email)).resolves.toHaveLength(1);
    await expect(portal.mailsTo('unknown@x.example')).resolves.toEqual([]);
  });

  it('sends a link with a fragment, built from the public address and not from the Host header', async () => {
    const email = await somebody('investor');
    const browser = portal.browser();
    await browser.post(
      '/api/auth/magic-link',
      { email },
      { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } },
    );
    const mail = await until('the mail', async () => (await portal.mailsTo(email))[0]);
    expect(mail.text).toContain(`${portal.url}/auth-handler#token=`);
    expect(mail.html).toContain(`href="${portal.url}/auth-handler#token=`);
    expect(mail.text + mail.html).not.toContain('evil.example');
    expect(mail.subject).toBe('Your sign-in link for Cytocomm');
  });

  it.each([
    ['email', { email: 'a@x.example, b@y.example' }],
    ['email', { email: 'a@x.example\r\nBcc: b@y.example' }],
    ['email', { email: ['a@x.example', 'b@y.example'] }],
    ['destination', { email: 'a@x.example', destination: ['a@x.example', 'b@y.example'] }],
  ])('refuses the %s of %j, and sends no mail', async (field, body) => {
    const rows = await outboxModel(portal.connection).countDocuments({});
    const answer = await portal.browser().post('/api/auth/magic-link', body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'validation', errors: [{ path: `body.${field}` }] });
    await expect(outboxModel(portal.connection).countDocuments({})).resolves.toBe(rows);
  });

  it('keeps no secret of a sign-in in the database: link, code, mark of the browser, session', async () => {
    const email = await somebody('investor');
    const session = (await portal.signedIn(email)).cookies.get('portal') ?? '';
    const [sessionId = ''] = decodeURIComponent(session).slice(2).split('.');
    const { token, code, browser } = await portal.askForLink(email);
    const secrets = [token, `"${code}"`, browser.cookies.get('asked') ?? '', sessionId];
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(6);
    const collections = (await portal.connection.db?.listCollections().toArray()) ?? [];
    expect(collections.length).toBeGreaterThan(3);
    for (const { name } of collections) {
      const stored = JSON.stringify(await portal.connection.collection(name).find({}).toArray());
      for (const secret of secrets) expect(stored).not.toContain(secret);
      if (name === 'limits') expect(stored).not.toContain(email);
    }
    const row = await linkModel(portal.connection).findOne({ email }).lean();
    expect(row?.tokenHash).toBe(createHash('sha256').update(token).digest('base64url'));
  });
});

it('shows links to a developer who asked for it, and never in production or under a public address', async () => {
  const shown: string[][] = [];
  const settings = {
    NODE_ENV: 'development',
    MONGODB_URI: portal.database.sibling().uri,
    SMTP_URL: portal.mailbox.smtpUrl,
    LOG_LEVEL: 'silent',
  };
  const showLink = (...parts: string[]) => {
    shown.push(parts);
  };
  const api = await createApi(readConfig(settings), { showLink });
  await api.ready;
  const connection = await createConnection(settings.MONGODB_URI).asPromise();
  await userModel(connection).create({ email: 'dev@x.example', name: 'Dev', roles: [], createdAt: new Date() });
  const now = new Date();
  const data = { returnTo: '/', from: '', userAgent: '' };
  await outboxModel(connection).create({
    _id: 'x',
    kind: 'sign-in',
    to: 'dev@x.example',
    data,
    status: 'waiting',
    createdAt: now,
    nextAttemptAt: now,
  });
  const [email, url, code] = await until('the link to be shown', () => shown[0]);
  expect(email).toBe('dev@x.example');
  expect(url).toMatch(/^http:\/\/localhost:3000\/auth-handler#token=[\w.-]+$/);
  expect(code).toMatch(/^\d{6}$/);
  await connection.close();
  await api.close();

  const secrets = { SESSION_SECRET: 's'.repeat(32), TOKEN_SECRET: 't'.repeat(32) };
  for (const elsewhere of [
    {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://localhost',
      MAIL_FROM: 'portal@x.example',
      CONTACT_EMAIL: 'hello@x.example',
    },
    { NODE_ENV: 'development', PUBLIC_URL: 'https://x.example' },
  ]) {
    const config = readConfig({ ...settings, ...secrets, ...elsewhere });
    await expect(createApi(config, { showLink })).rejects.toThrow('not in production');
  }
});
