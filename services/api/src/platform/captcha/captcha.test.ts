import { altchaChallengeSchema } from '@cytocomm/contract';
import { contactModel } from '../../content/contact/model.ts';
import { read, type TestBrowser } from '../../testing/browser.ts';
import { inForm, type SolvedChallenge, solveCaptcha, solvedCaptcha } from '../../testing/captcha.ts';
import { moveDate, realDate } from '../../testing/clock.ts';
import { testPortal } from '../../testing/portal.ts';

const portal = testPortal();
afterEach(realDate);

const message = { name: 'Ada Lovelace', email: 'ada@lab.example', message: 'Good day' };

const send = (browser: TestBrowser, captcha: unknown) => browser.post('/api/contact', { ...message, captcha });
const stored = () => contactModel(portal.connection).countDocuments();
const refused = (detail: unknown = expect.any(String)) => ({
  status: 400,
  body: expect.objectContaining({ code: 'captcha', detail }),
});

it('is another one for every form, and no cache keeps it', async () => {
  const browser = portal.browser();
  const answers = [await browser.get('/api/captcha'), await browser.get('/api/captcha')];
  const [one, other] = answers.map((answer) => read(answer, altchaChallengeSchema));
  expect(one?.parameters.algorithm).toBe('PBKDF2/SHA-256');
  expect(one?.parameters.nonce).not.toBe(other?.parameters.nonce);
  expect(answers[0]?.headers['cache-control']).toBe('no-store');
});

it('counts once', async () => {
  const browser = portal.browser();
  const captcha = await solvedCaptcha(browser);
  expect((await send(browser, captcha)).status).toBe(201);
  expect(await send(browser, captcha)).toMatchObject(refused(expect.stringMatching(/used already/)));
});

it('counts once for many at the same time, in whichever process', async () => {
  const before = await stored();
  const other = await portal.another();
  const captcha = await solvedCaptcha(portal.browser());
  const places = [portal.url, other.url, portal.url, other.url, portal.url, other.url];
  const answers = await Promise.all(places.map((place) => send(portal.browser(place), captcha)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
  expect(await stored()).toBe(before + 1);
});

it('counts once, however its solution is written', async () => {
  const browser = portal.browser();
  const solved = await solveCaptcha(browser);
  expect((await send(browser, inForm(solved))).status).toBe(201);
  const { challenge, solution } = solved;
  const rewritten = [
    Buffer.from(JSON.stringify(solved, null, 2)).toString('base64'),
    inForm({ ...solved, more: 'words' }),
    inForm({ solution: { ...solution, time: 1 }, challenge }),
    inForm({ challenge, solution: { ...solution, derivedKey: solution.derivedKey.toUpperCase() } }),
    `${inForm(solved)}====`,
  ];
  for (const captcha of rewritten) expect(await send(browser, captcha)).toMatchObject(refused());
});

it('runs out after 20 minutes', async () => {
  const browser = portal.browser();
  const captcha = await solvedCaptcha(browser);
  const still = await solvedCaptcha(browser);
  moveDate(19 * 60_000);
  expect((await send(browser, still)).status).toBe(201);
  moveDate(2 * 60_000);
  expect(await send(browser, captcha)).toMatchObject(refused(expect.stringMatching(/expired/)));
});

type Change = (solved: SolvedChallenge) => unknown;
const parameters = (change: object): Change => {
  return ({ challenge, solution }) => ({
    challenge: { ...challenge, parameters: { ...challenge.parameters, ...change } },
    solution,
  });
};

it.each<[string, Change]>([
  ['less work', parameters({ cost: 1 })],
  ['more time', parameters({ expiresAt: Math.floor(Date.now() / 1000) + 86_400 })],
  ['no prefix to find', parameters({ keyPrefix: '' })],
  ['another salt', parameters({ salt: '0'.repeat(32) })],
  ['another algorithm', parameters({ algorithm: 'SHA-256' })],
  ['a parameter more', parameters({ data: { free: true } })],
  ['another solution', ({ challenge, solution }) => ({ challenge, solution: { ...solution, derivedKey: '00' } })],
  [
    'another signature',
    ({ challenge, solution }) => ({ challenge: { ...challenge, signature: 'f'.repeat(64) }, solution }),
  ],
  ['no signature', ({ challenge, solution }) => ({ challenge: { ...challenge, signature: '' }, solution })],
  ['no solution', ({ challenge }) => ({ challenge })],
])('does not count with %s', async (_, change) => {
  const browser = portal.browser();
  const before = await stored();
  const captcha = inForm(change(await solveCaptcha(browser)));
  expect(await send(browser, captcha)).toMatchObject(refused());
  expect(await stored()).toBe(before);
});

it('of another portal does not count', async () => {
  const stranger = await portal.another({ TOKEN_SECRET: 'the secret of some other portal, long enough' });
  const captcha = await solvedCaptcha(portal.browser(stranger.url));
  expect(await send(portal.browser(), captcha)).toMatchObject(refused());
});

it.each([
  ['missing', undefined],
  ['empty', ''],
  ['no base64', '%%% not base64'],
  ['a list', inForm([[]])],
  ['empty inside', inForm({ challenge: { parameters: {} }, solution: {} })],
  ['an operator', inForm({ challenge: { $gt: '' }, solution: { $gt: '' } })],
  ['a prototype', Buffer.from('{"__proto__":{"challenge":1}}').toString('base64')],
])('is refused when it is %s', async (_, captcha) => {
  expect(await send(portal.browser(), captcha)).toMatchObject(refused('Please verify that you are not a robot!'));
});
