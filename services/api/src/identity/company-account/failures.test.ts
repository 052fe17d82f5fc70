import { signedInSchema, signInOptionsSchema } from '@cytocomm/contract';
import { type Answer, expectProblem, read, type TestBrowser } from '../../testing/browser.ts';
import { begin, complete, signInByCompany, startOpenIdProvider } from '../../testing/openid-provider.ts';
import { beforeTests, startTestPortal } from '../../testing/portal.ts';
import { MAX_ANSWER_BYTES } from './provider.ts';

const DESCRIPTION = '/.well-known/openid-configuration';
const EMAIL = 'member@x.example';
const GOOD = { sub: 'member', email: EMAIL };

const provider = beforeTests(startOpenIdProvider);
const portal = beforeTests(() => startTestPortal(provider.settings));
beforeAll(() => portal.person(EMAIL, 'investor'));
afterAll(async () => {
  await portal.stop();
  await provider.stop();
});
afterEach(() => {
  for (const path of [DESCRIPTION, '/token', '/keys', '/me']) provider.misbehave(path, undefined);
  provider.describe({});
  jest.restoreAllMocks();
});

/** A browser at a process that has not read the provider's description yet. */
const atFreshProcess = async () => portal.browser((await portal.another()).url);
const isSignedIn = async (browser: TestBrowser) => (await browser.post('/api/auth/token')).status === 200;

function expectUnavailable(answer: Answer): void {
  const { detail } = expectProblem(answer, 503, 'unavailable');
  expect(detail).toBe('The company account cannot be reached right now. The mailed link signs you in, too.');
  expect(answer.headers['retry-after']).toBe('60');
}
async function expectRefused(browser: TestBrowser, answer: Answer, detail: RegExp): Promise<void> {
  expect(expectProblem(answer, 401, 'company-sign-in-refused').detail).toMatch(detail);
  expect(await isSignedIn(browser)).toBe(false);
}

/** Returns what lets the deadlines of five seconds of now on be over. */
function deadlines(): () => void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const under: AbortController[] = [];
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== 5000) return timeout(ms);
    const deadline = new AbortController();
    under.push(deadline);
    return deadline.signal;
  });
  return () => {
    for (const deadline of under) deadline.abort(new DOMException('The deadline is over.', 'TimeoutError'));
  };
}

it('is off by default: no call answers, and nothing is offered', async () => {
  const off = portal.browser(
    (await portal.another(Object.fromEntries(Object.keys(provider.settings).map((name) => [name, ''])))).url,
  );
  expect(read(await off.get('/api/auth/sign-in-options'), signInOptionsSchema)).toEqual({ company: null });
  expectProblem(await off.post('/api/auth/company', {}), 404, 'not-found');
  expectProblem(await complete(off, { state: 's'.repeat(43), code: 'x' }), 404, 'not-found');
});

describe.each<[string, (path: string) => void]>([
  ['is away', (path) => provider.misbehave(path, (req) => Boolean(req.socket.destroy()))],
  ['fails', (path) => provider.misbehave(path, (_, res) => Boolean(res.writeHead(500).end('oops')))],
  [
    'leads to a private address',
    (path) =>
      provider.misbehave(path, (_, res) =>
        Boolean(res.writeHead(302, { Location: `${portal.operatorUrl}/metrics` }).end()),
      ),
  ],
  [
    'answers no JSON',
    (path) =>
      provider.misbehave(path, (_, res) =>
        Boolean(res.writeHead(200, { 'Content-Type': 'application/json' }).end('<html>')),
      ),
  ],
  [
    'answers without an end',
    (path) =>
      provider.misbehave(path, (_, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' });
        res.end(`{"issuer":"${'x'.repeat(MAX_ANSWER_BYTES)}"}`);
        return true;
      }),
  ],
  [
    'never answers',
    (path) => {
      const pass = deadlines();
      provider.misbehave(path, () => {
        pass();
        return true;
      });
    },
  ],
  [
    'begins to answer, and never ends',
    (path) => {
      const pass = deadlines();
      const { fetch } = globalThis;
      jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, options) => {
        const answer = await fetch(address, options);
        if (String(address).endsWith(path)) pass();
        return answer;
      });
      provider.misbehave(path, (_, res) => {
        res.writeHead(200, { 'Content-Type': 'application/json' }).write('{');
        return true;
      });
    },
  ],
])('a provider that %s', (_, goWrong) => {
  it('when it is to describe itself is asked once, and the person told', async () => {
    const browser = await atFreshProcess();
    goWrong(DESCRIPTION);
    provider.asked.clear();
    const answers = await Promise.all([1, 2, 3].map(() => browser.post('/api/auth/company', {})));
    for (const answer of answers) expectUnavailable(answer);
    expectUnavailable(await browser.post('/api/auth/company', {}));
    expect(provider.asked.get(DESCRIPTION)).toBe(1);
  });

  it.each(['/token', '/keys'])('at %s refuses the sign-in, and is not asked again', async (path) => {
    const browser = portal.browser();
    const request = await begin(browser);
    goWrong(path);
    provider.asked.clear();
    const answer = await complete(browser, { state: request.state, code: provider.codeFor(request, GOOD) });
    expectUnavailable(answer);
    expect(await isSignedIn(browser)).toBe(false);
    expect(provider.asked.get(path)).toBe(1);
  });
});

/** Completes a sign-in whose ID token has no address, which this endpoint is asked for. */
async function completeByUserInfo(
  browser: TestBrowser,
  status: number,
  body: unknown,
  endpoint = `${provider.issuer}/me`,
): Promise<Answer> {
  provider.describe({ userinfo_endpoint: endpoint });
  provider.misbehave('/me', (_, res) =>
    Boolean(res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))),
  );
  const request = await begin(browser);
  return complete(browser, { state: request.state, code: provider.codeFor(request, { sub: 'member' }) });
}

it.each([
  ['another person', { ...GOOD, sub: 'another', email_verified: true }],
  ['no subject', { email: EMAIL, email_verified: true }],
  ['an address that is not verified', GOOD],
  ['no address', { sub: 'member', email_verified: true }],
  ['what is no address', { sub: 'member', email: ['x'], email_verified: true }],
])('a provider whose own endpoint names %s is refused', async (_, body) => {
  const browser = await atFreshProcess();
  await expectRefused(browser, await completeByUserInfo(browser, 200, body), /./);
});

it('a provider whose own endpoint fails is refused, and is asked only for claims that the ID token lacks', async () => {
  const browser = await atFreshProcess();
  provider.asked.clear();
  expectUnavailable(await completeByUserInfo(browser, 500, {}));
  expect([await isSignedIn(browser), provider.asked.get('/me')]).toEqual([false, 1]);
  const request = await begin(browser);
  const claims = { ...GOOD, email_verified: false };
  const answer = await complete(browser, { state: request.state, code: provider.codeFor(request, claims) });
  await expectRefused(browser, answer, /./);
  expect(provider.asked.get('/me')).toBe(1);
});

it('a private address of another host is not asked for people, and does not hinder people whom the ID token names', async () => {
  const browser = await atFreshProcess();
  expectUnavailable(await completeByUserInfo(browser, 200, GOOD, 'http://169.254.169.254/me'));
  const request = await begin(browser);
  await complete(browser, { state: request.state, code: provider.codeFor(request, GOOD) });
  expect(await isSignedIn(browser)).toBe(true);
});

it('a provider that is away does not cost the address its sign-ins', async () => {
  const browser = portal.browser();
  for (let turn = 0; turn < 21; turn += 1) {
    const request = await begin(browser);
    provider.misbehave('/token', (_, res) => Boolean(res.writeHead(500).end('oops')));
    expectUnavailable(await complete(browser, { state: request.state, code: provider.codeFor(request, GOOD) }));
  }
});

it.each<[string, Readonly<Record<string, unknown>>]>([
  ['another issuer', { issuer: 'https://evil.example' }],
  ['the issuer of all tenants', { issuer: 'https://login.example/{tenantid}/v2.0' }],
  ['keys at a private address', { jwks_uri: 'http://169.254.169.254/keys' }],
  ['a token endpoint in the private network', { token_endpoint: 'https://10.0.0.7/token' }],
  ['a token endpoint in the private network by IPv6', { token_endpoint: 'https://[fd00::1]/token' }],
  ['a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['no keys', { jwks_uri: undefined }],
])('a description that names %s is not used', async (_, fields) => {
  provider.describe(fields);
  expectUnavailable(await (await atFreshProcess()).post('/api/auth/company', {}));
});

it('reads the description once, and the keys for each sign-in: new ones count at once', async () => {
  const browser = await atFreshProcess();
  provider.asked.clear();
  read(await signInByCompany(browser, provider, GOOD), signedInSchema);
  await provider.rotate();
  read(await signInByCompany(browser, provider, GOOD), signedInSchema);
  expect(Object.fromEntries(provider.asked)).toEqual({ [DESCRIPTION]: 1, '/token': 2, '/keys': 2 });
});

it('tells the operator, not the person, of a wrong secret', async () => {
  const browser = portal.browser((await portal.another({ OIDC_CLIENT_SECRET: 'wrong-secret' })).url);
  const answer = await signInByCompany(browser, provider, GOOD);
  expectUnavailable(answer);
  expect(answer.text).not.toContain('wrong-secret');
});

it('a sign-in counts once, in its browser, in time, with its code', async () => {
  const over = /took too long, was used already, or began in another browser/;
  const browser = portal.browser();
  const request = await begin(browser);
  const answer = { state: request.state, code: provider.codeFor(request, GOOD) };

  const other = portal.browser();
  await expectRefused(other, await complete(other, answer), over);
  await begin(other);
  await expectRefused(other, await complete(other, answer), over);

  const [first, second] = await Promise.all([complete(browser, answer), complete(browser, answer)]);
  expect([first.status, second.status].toSorted()).toEqual([200, 401]);
  expectProblem(await complete(browser, answer), 401, 'company-sign-in-refused');

  const late = portal.browser();
  const last = await begin(late);
  await portal.connection
    .collection('company_sign_ins')
    .updateMany({}, { $set: { expiresAt: new Date(Date.now() - 1) } });
  await expectRefused(late, await complete(late, { state: last.state, code: provider.codeFor(last, GOOD) }), over);

  const swapped = portal.browser();
  const [one, two] = [await begin(swapped), await begin(swapped)];
  const foreign = { state: one.state, code: provider.codeFor(two, GOOD) };
  await expectRefused(swapped, await complete(swapped, foreign), /was not accepted/);
});

it('a browser has five sign-ins at the provider at most; the oldest ends', async () => {
  const browser = portal.browser();
  const first = await begin(browser);
  for (let each = 0; each < 5; each += 1) await begin(browser);
  expectProblem(await complete(browser, { state: first.state, code: provider.codeFor(first, GOOD) }), 401);
  const limited = await Promise.all(Array.from({ length: 20 }, () => browser.post('/api/auth/company', {})));
  expect(limited.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(6);
});

it.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['that the person said no', { error: 'access_denied' }, /did not sign you in/],
  ['a name of its own', { error: '<script>"\n' }, /did not sign you in/],
  ['another issuer', { code: 'x', iss: 'https://evil.example' }, /was not accepted/],
  ['another issuer with an error', { error: 'access_denied', iss: 'https://evil.example' }, /was not accepted/],
  ['a code that it does not know', { code: 'invented' }, /was not accepted/],
])('tells the person when the provider sends back %s', async (_, answer, detail) => {
  const browser = portal.browser();
  const { state } = await begin(browser);
  await expectRefused(browser, await complete(browser, { state, ...answer }), detail);
});

it('wants the issuer of a provider that says it names it', async () => {
  provider.describe({ authorization_response_iss_parameter_supported: true });
  const browser = await atFreshProcess();
  const request = await begin(browser);
  const answer = await complete(browser, { state: request.state, code: provider.codeFor(request, GOOD) });
  await expectRefused(browser, answer, /was not accepted/);
  const again = await begin(browser);
  const named = { state: again.state, code: provider.codeFor(again, GOOD), iss: provider.issuer };
  read(await complete(browser, named), signedInSchema);
});
