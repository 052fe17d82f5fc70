import { signUpForAlerts } from './email-alerts.ts';

const signUp = () => signUpForAlerts('ada@x.example');

function answerWith(answer: () => Promise<Response>) {
  jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
}

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => jest.restoreAllMocks());

const html = { headers: { 'content-type': 'text/html' } };
const problem = (status: number, body: object) => () =>
  Promise.resolve(Response.json({ title: 'No', status, ...body }, { status }));

test('a sign-up that the server accepts has no failure', async () => {
  answerWith(() => Promise.resolve(Response.json({ message: 'ok' }, { status: 202 })));
  await expect(signUp()).resolves.toBeNull();
});

test.each<readonly [string, () => Promise<Response>, RegExp]>([
  ['a page with 200', () => Promise.resolve(new Response('<!doctype html>', html)), /^⚠️ Frontend is calling itself/],
  ['a page with 502', () => Promise.resolve(new Response('<p>', { ...html, status: 502 })), /^⚠️ Frontend/],
  ['an empty body', () => Promise.resolve(new Response('')), /cannot be read/],
  ['truncated JSON', () => Promise.resolve(new Response('{"mess')), /cannot be read/],
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), /cannot be reached/],
  ['no plain address', problem(400, { code: 'validation', detail: 'Not accepted.' }), /^This is not a valid/],
  ['a limit', problem(429, { code: 'rate-limited', detail: 'Too many.' }), /^Too many\.$/],
])('a sign-up answered by %s fails with a reason', async (_, answer, words) => {
  answerWith(answer);
  await expect(signUp()).resolves.toMatch(words);
});
