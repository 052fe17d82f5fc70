import { auditPageSchema, localRemoteSchema, localRemoteStateSchema } from '@cytocomm/contract';
import { signLocalPermission } from '@cytocomm/releases';
import { openCommandCore } from '../../main/commands/command.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { startTestPortal, testPortal } from '../../testing/portal.ts';
import { createLocalRemotes } from './service.ts';

const COOKIE = 'portal_local_remote';
const ORIGIN = 'http://localhost:4001';
const WANTED = { remote: 'mfe-lab', origin: ORIGIN, hours: 8 };
const HOUR_MS = 3_600_000;

const portal = testPortal();

let people = 0;
const signedIn = (role: 'developer' | 'admin' | 'investor' = 'developer') => {
  people += 1;
  return portal.signedInAs(`${role}${people}@x.example`, role);
};
const allow = (browser: TestBrowser, body: object = WANTED) =>
  browser.authorised('POST', '/api/local-remotes', { body });
const present = async (browser: TestBrowser) =>
  read(await browser.get('/api/local-remotes'), localRemoteStateSchema).localRemote;

describe('a permission', () => {
  it('is signed for the requested hours, and set as an HttpOnly cookie', async () => {
    const developer = await signedIn();
    const before = Date.now();
    const answer = await allow(developer);
    const { expiresAt, ...localRemote } = read(answer, localRemoteSchema, 201);
    expect(localRemote).toEqual({ remote: 'mfe-lab', origin: ORIGIN });
    expect(Date.parse(expiresAt)).toBeGreaterThanOrEqual(before + 8 * HOUR_MS);
    expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 8 * HOUR_MS + 1);
    const line = answer.headers['set-cookie']?.find((each) => each.startsWith(`${COOKIE}=`));
    expect(line).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect(await present(developer)).toEqual({ remote: 'mfe-lab', origin: ORIGIN, expiresAt });
  });

  it('is a __Host- cookie with https', async () => {
    const settings = {
      PUBLIC_URL: 'https://portal.example',
      SESSION_SECRET: 's'.repeat(32),
      TOKEN_SECRET: 't'.repeat(32),
    };
    const secure = await startTestPortal(settings, '', portal.database.sibling());
    const anybody = secure.browser();
    const page = { as: 'bare', headers: { Origin: 'https://portal.example' } } as const;
    const { headers } = await anybody.call('DELETE', '/api/local-remotes', page);
    await secure.stop();
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-portal_local_remote=; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/),
    ]);
  });

  it.each<[string, object]>([
    ['another host', { origin: 'http://192.168.0.7:4001' }],
    ['a name for a password', { origin: 'http://localhost:4001@evil.example' }],
    ['a policy behind the port', { origin: 'http://localhost:1; script-src *' }],
    ['a line end', { origin: 'http://localhost:4001\r\nX: y' }],
    ['nine hours', { hours: 9 }],
    ['the shell', { remote: 'shell' }],
  ])('is refused for %s, without a cookie', async (_, change) => {
    const developer = await signedIn();
    const answer = await allow(developer, { ...WANTED, ...change });
    expectProblem(answer, 400, 'validation');
    expect(developer.cookies.has(COOKIE)).toBe(false);
  });

  it('has the allowed backends of the remote, even while it is switched off, hidden from scripts', async () => {
    const admin = await signedIn('admin');
    const setRow = (...backends: readonly object[]) =>
      admin.authorised('PUT', '/api/remotes/mfe-lab', {
        body: { claims: { routes: [], sections: [], roles: [], backends }, mayPromote: false },
      });
    const signed = async () => {
      const answer = await allow(admin);
      expect(answer.text).not.toContain('lab.example');
      expect(await present(admin)).toMatchObject({ remote: 'mfe-lab' });
      const [payload = ''] = (admin.cookies.get(COOKIE) ?? '').split('.');
      return JSON.parse(Buffer.from(payload, 'base64url').toString());
    };
    expect(await signed()).not.toHaveProperty('backends');
    const lab = { audience: 'lab', origin: 'https://lab.example' };
    expect((await setRow(lab)).status).toBe(200);
    const switchedOff = [{ remote: 'mfe-lab', reason: 'leaks', at: new Date(), by: 'admin@x.example' }];
    const state = { _id: 'live', lock: '0'.repeat(64), canary: null, switchedOff };
    const live = portal.connection.collection<typeof state>('live_lock');
    await live.insertOne(state);
    expect((await signed()).backends).toEqual([lab]);
    await live.deleteMany({});
    expect((await signed()).backends).toEqual([lab]);
    await setRow();
    expect(await signed()).not.toHaveProperty('backends');
  });

  it('is audited when it is given and stopped', async () => {
    const developer = await signedIn();
    const email = `developer${people}@x.example`;
    await allow(developer);
    expect((await developer.call('DELETE', '/api/local-remotes')).status).toBe(204);
    expect(await present(developer)).toBeNull();
    const admin = await signedIn('admin');
    const { items } = read(await admin.get('/api/admin/audit?limit=10'), auditPageSchema);
    const rows = items.filter(({ actor }) => actor === email).map(({ action, subject }) => [action, subject]);
    expect(rows).toEqual(
      expect.arrayContaining([
        ['local-remote.allowed', 'mfe-lab'],
        ['local-remote.stopped', 'mfe-lab'],
      ]),
    );
  });

  it('is refused without a signing key, and not audited', async () => {
    const environment = { NODE_ENV: 'test', LOG_LEVEL: 'silent', MONGODB_URI: portal.database.uri };
    const { core, close } = await openCommandCore(environment);
    const without = createLocalRemotes(
      { ...core, config: { ...core.config, lockSigningKey: undefined } },
      async () => [],
    );
    const actor = { actor: 'member@x.example' };
    await expect(without.allow(WANTED, { email: 'member@x.example', sid: 's' }, actor)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('LOCK_SIGNING_KEY'),
    });
    await close();
    const rows = await portal.connection.collection('audit').countDocuments({ actor: 'member@x.example' });
    expect(rows).toBe(0);
  });
});

describe('a permission is invalid', () => {
  it('in another browser, or after another sign-in of the same person', async () => {
    const developer = await signedIn();
    await allow(developer);
    const value = developer.cookies.get(COOKIE) ?? '';
    for (const browser of [await signedIn('admin'), await portal.signedIn(`developer${people - 1}@x.example`)]) {
      browser.cookies.set(COOKIE, value);
      expect(await present(browser)).toBeNull();
    }
    expect(await present(developer)).not.toBeNull();
  });

  it('if it is altered, forged or of another portal', async () => {
    const developer = await signedIn();
    await allow(developer);
    const value = developer.cookies.get(COOKIE) ?? '';
    const [payload = '', signature = ''] = value.split('.');
    const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encode = (change: object) => Buffer.from(JSON.stringify({ ...content, ...change })).toString('base64url');
    const { lockSigningKey } = readConfig({ NODE_ENV: 'test', SMTP_URL: 'smtp://x', MONGODB_URI: portal.database.uri });
    if (lockSigningKey === undefined) throw new Error('no key');
    const resigned = (change: object) => signLocalPermission({ ...content, ...change }, lockSigningKey);
    // The key is the portal's own: only what was signed with it differs below.
    developer.cookies.set(COOKIE, resigned({}));
    expect(await present(developer)).not.toBeNull();
    for (const forged of [
      `${encode({ remote: 'mfe-auth' })}.${signature}`,
      `${payload}.${'A'.repeat(86)}`,
      payload,
      `${value}A`,
      resigned({ portal: 'https://other.example' }),
      resigned({ expiresAt: new Date(Date.now() - 1000).toISOString() }),
      resigned({ origin: 'https://evil.example' }),
    ]) {
      developer.cookies.set(COOKIE, forged);
      expect(await present(developer)).toBeNull();
    }
  });

  it('after sign-out, which clears the cookie, too', async () => {
    const developer = await signedIn();
    await allow(developer);
    const value = developer.cookies.get(COOKIE) ?? '';
    expect((await developer.post('/api/auth/logout')).status).toBe(204);
    expect(developer.cookies.has(COOKIE)).toBe(false);
    const again = await portal.signedIn(`developer${people}@x.example`);
    again.cookies.set(COOKIE, value);
    expect(await present(again)).toBeNull();
  });
});

it('another site cannot stop a permission', async () => {
  const developer = await signedIn();
  await allow(developer);
  const headers = { Origin: 'http://localhost:4001', 'Sec-Fetch-Site': 'same-site' };
  expectProblem(await developer.call('DELETE', '/api/local-remotes', { headers }), 403, 'foreign-origin');
  expect(await present(developer)).not.toBeNull();
});

it('a permission can be stopped after sign-out', async () => {
  const developer = await signedIn();
  await allow(developer);
  await portal.connection.collection('users').deleteOne({ email: `developer${people}@x.example` });
  expect((await developer.call('DELETE', '/api/local-remotes')).status).toBe(204);
  expect(developer.cookies.has(COOKIE)).toBe(false);
});

it('repeated stops with a copied cookie do not fill the trail', async () => {
  const developer = await signedIn();
  await allow(developer);
  const copied = new Map(developer.cookies);
  const trail = () => portal.connection.collection('audit').countDocuments({ action: 'local-remote.stopped' });
  expect((await developer.post('/api/auth/logout')).status).toBe(204);
  const before = await trail();
  for (let time = 0; time < 62; time += 1) {
    for (const [name, value] of copied) developer.cookies.set(name, value);
    expect((await developer.call('DELETE', '/api/local-remotes')).status).toBe(204);
    expect(developer.cookies.has(COOKIE)).toBe(false);
  }
  expect((await trail()) - before).toBe(60);
});
