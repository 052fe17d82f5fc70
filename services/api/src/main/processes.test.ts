import { until } from '../testing/clock.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';
import { type ApiProcess, type LaunchedService, launchApi, startApiProcess } from '../testing/processes.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(async () => {
  await Promise.all(started.map((process) => process.kill()));
  await portal.stop();
});

const started: LaunchedService[] = [];

/** The service in a process of its own, on the test's database. */
async function startProcess(): Promise<ApiProcess> {
  const process = await startApiProcess({
    MONGODB_URI: portal.database.uri,
    SMTP_URL: portal.mailbox.smtpUrl,
    PUBLIC_URL: portal.url,
    TRUST_PROXY: 'loopback',
  });
  started.push(process);
  return process;
}

describe('two processes on one database', () => {
  it('are one portal: sign in on one, use and sign out on the other; limits count together', async () => {
    const [one, two] = await Promise.all([startProcess(), startProcess()]);
    await portal.person('ada@x.example', 'admin');
    const atOne = await portal.signedIn('ada@x.example', one.url);
    const atTwo = portal.browser(two.url);
    atTwo.cookies.set('portal', atOne.cookies.get('portal') ?? '');
    expect((await atTwo.get('/api/users/ada@x.example')).status).toBe(200);
    const headers = { Authorization: `Bearer ${await atTwo.token()}` };
    expect((await atOne.get('/api/admin/users', { headers })).status).toBe(200);
    expect((await atTwo.post('/api/auth/logout')).status).toBe(204);
    expect((await atOne.post('/api/auth/token')).status).toBe(401);
    expect((await atOne.get('/api/admin/users', { headers })).status).toBe(401);
    const statuses: number[] = [];
    const headersOfOne = { 'X-Forwarded-For': atOne.address };
    for (let turn = 0; turn < 7; turn += 1) {
      const at = portal.browser(turn % 2 === 0 ? one.url : two.url);
      const body = { email: 'impatient@x.example' };
      statuses.push((await at.post('/api/auth/magic-link', body, { headers: headersOfOne })).status);
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429]);
    const lines = await until('the log lines', () => {
      const written = [...one.log, ...two.log].join('\n');
      return written.includes('"path":"/api/users/[e-mail]"') ? written : undefined;
    });
    expect(lines).not.toContain(headers.Authorization.slice(7));
    expect(lines).not.toContain(atOne.cookies.get('portal') ?? 'no cookie');
    expect(lines).not.toMatch(/token=|ada@x\.example/);
  });
});

describe('a start that cannot work', () => {
  it('ends with 1 and one line that names each wrong setting', async () => {
    // Without NODE_ENV it is production.
    const { ended, complaints } = launchApi({ NODE_ENV: '', PORT: 'x' });
    const { code } = await ended;
    const stderr = complaints();
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    for (const name of ['PORT', 'MONGODB_URI', 'SMTP_URL', 'SESSION_SECRET', 'TOKEN_SECRET', 'PUBLIC_URL', 'MAIL_FROM'])
      expect(stderr).toContain(name);
  });

  it('ends with 1 and names the port that is in use', async () => {
    const { port } = new URL(portal.url);
    const { ended, complaints } = launchApi({
      NODE_ENV: 'development',
      MONGODB_URI: portal.database.uri,
      SMTP_URL: portal.mailbox.smtpUrl,
      PORT: port,
    });
    const { code } = await ended;
    const stderr = complaints();
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(port);
  });
});

it('behind https uses cookies bound to the host, and only then', async () => {
  // On a database of its own, so that its mails are its own.
  const settings = {
    PUBLIC_URL: 'https://portal.example',
    SESSION_SECRET: 's'.repeat(32),
    TOKEN_SECRET: 't'.repeat(32),
  };
  const secure = await startTestPortal(settings, '', portal.database.sibling());
  await secure.person('secure@x.example', 'investor');
  const browser = secure.browser();
  const page = { as: 'bare', headers: { Origin: 'https://portal.example', 'X-Forwarded-Proto': 'https' } } as const;
  const answer = await browser.post('/api/auth/magic-link', { email: 'secure@x.example' }, page);
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  expect(answer.headers['set-cookie']?.[0]).toMatch(
    /^__Host-asked=[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Strict$/,
  );
  const mail = await until('the mail', async () => (await secure.mailsTo('secure@x.example'))[0]);
  expect(mail.text).toContain('https://portal.example/auth-handler#token=');
  const [, token] = /#token=([\w.-]+)/.exec(mail.text) ?? [];
  // Without the header of the proxy no one is signed in, and the link stays good.
  for (const protocol of [undefined, 'http', 'http, https']) {
    const headers = {
      Origin: 'https://portal.example',
      ...(protocol === undefined ? {} : { 'X-Forwarded-Proto': protocol }),
    };
    const refused = await browser.post(
      '/api/auth/complete',
      { email: 'secure@x.example', token },
      { as: 'bare', headers },
    );
    expect(refused).toMatchObject({ status: 500, body: { code: 'https-unknown' } });
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('X-Forwarded-Proto') });
    expect(refused.headers['set-cookie']).toBeUndefined();
  }
  const done = await browser.post('/api/auth/complete', { email: 'secure@x.example', token }, page);
  expect(done.headers['set-cookie']?.at(-1)).toMatch(
    /^__Host-portal=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await browser.post('/api/auth/token', undefined, page)).status).toBe(200);
  await secure.stop();
});
