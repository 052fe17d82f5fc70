import { call, listDocuments, readUser, requestAlerts } from '@cytocomm/contract';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { type ApiProblem, isApiProblem, send } from './index.ts';

const readThing = call<Record<string, never>, Record<string, never>, undefined, { fine: boolean }>('GET', '/api/thing');
const server = setupServer();
const read = () => send(readThing);

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const answer = (respond: () => Response | Promise<Response>) => server.use(http.all('/api/*', respond));
const refuse = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } });

describe('a call', () => {
  let requests: Request[] = [];
  beforeEach(() => {
    requests = [];
    server.use(
      http.all('/api/*', ({ request }) => {
        requests.push(request.clone());
        return HttpResponse.json({ fine: true }, { headers: { etag: '"1"', link: '</next>; rel="next"' } });
      }),
    );
  });

  it('goes to the address of its constant, with what it says', async () => {
    await send(listDocuments, { query: { limit: 5, cursor: 'a&b' } });
    await send(readUser, { params: { email: 'a/b@x.example' } });
    await send(requestAlerts, { body: { email: 'a@x.example' }, headers: { 'idempotency-key': 'k' } });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET http://localhost/api/documents?limit=5&cursor=a%26b',
      'GET http://localhost/api/users/a%2Fb%40x.example',
      'POST http://localhost/api/alerts',
    ]);
    expect(requests.map(({ headers }) => headers.get('content-type'))).toEqual([null, null, 'application/json']);
    expect(requests[2]?.headers.get('idempotency-key')).toBe('k');
    expect(await requests[2]?.json()).toEqual({ email: 'a@x.example' });
  });

  it('resolves to the body and the headers of the answer', async () => {
    const { data, error, ...rest } = await read();
    expect({ data, error }).toEqual({ data: { fine: true } });
    expect('headers' in rest && [rest.headers.get('etag'), rest.headers.get('link')]).toEqual([
      '"1"',
      '</next>; rel="next"',
    ]);
  });

  it('rejects for a parameter that would lead to another call', async () => {
    await expect(send(readUser, { params: { email: '..' } })).rejects.toThrow('cannot stand for email');
    expect(requests).toEqual([]);
  });

  it('wants what its constant wants, for the type checker', () => {
    // @ts-expect-error -- an e-mail is wanted
    const withoutParams = () => send(readUser);
    // @ts-expect-error -- there is no such field
    const withOther = () => send(requestAlerts, { body: { mail: 'a@x.example' } });
    expect([withoutParams, withOther]).toHaveLength(2);
  });
});

describe('a problem', () => {
  it.each<[string, () => Response, Partial<Omit<ApiProblem, 'detail'>> & { detail?: string | RegExp }]>([
    [
      'with problem details',
      () => refuse(409, { title: 'Conflict', detail: 'It exists already.', code: 'already-exists', requestId: 'r-1' }),
      { status: 409, code: 'already-exists', detail: 'It exists already.', requestId: 'r-1' },
    ],
    ['without a code', () => refuse(403, { detail: 'No.' }), { status: 403, code: 'http-403', detail: 'No.' }],
    [
      'of a proxy without a body',
      () => new HttpResponse(null, { status: 502 }),
      { status: 502, code: 'http-502', detail: 'The portal has a problem.' },
    ],
    [
      'of a proxy in words',
      () => new HttpResponse('Bad gateway', { status: 502 }),
      { code: 'http-502', detail: 'The portal has a problem.' },
    ],
    [
      'with hostile problem details',
      () =>
        refuse(400, {
          title: 7,
          detail: { $gt: '' },
          code: [],
          requestId: {},
          errors: [1, null, 'x', { path: 'a' }, { path: {} }, { path: 'b', message: 'c', more: 'd' }],
        }),
      {
        code: 'http-400',
        detail: 'The portal refused this.',
        requestId: null,
        errors: [
          { path: 'a', message: '' },
          { path: 'b', message: 'c' },
        ],
      },
    ],
    ['with a list for problem details', () => refuse(400, ['title']), { code: 'http-400', errors: [] }],
    ['with null for problem details', () => refuse(400, null), { code: 'http-400', errors: [] }],
    ['with seconds to wait', () => refuse(429, {}, { 'retry-after': '40' }), { retryAfter: 40 }],
    ['without time to wait', () => refuse(429, {}), { retryAfter: null }],
    ['with an empty 200', () => new HttpResponse(null), { status: 200, code: 'malformed' }],
    ['with words for JSON', () => new HttpResponse('fine'), { code: 'malformed', detail: /cannot be read/ }],
    ['with JSON that is cut off', () => new HttpResponse('{"id":"x'), { code: 'malformed' }],
    ['with 304', () => new HttpResponse(null, { status: 304 }), { status: 304, code: 'malformed' }],
    ['of the network', () => HttpResponse.error(), { status: 0, code: 'unreachable' }],
  ])('%s', async (_, respond, { detail, ...expected }) => {
    answer(respond);
    const { error } = await read();
    expect(error).toMatchObject(expected);
    if (detail !== undefined) expect(error?.detail).toMatch(detail);
    expect(isApiProblem(error)).toBe(true);
    // A store holds it as it is.
    expect(JSON.parse(JSON.stringify(error))).toEqual(error);
  });

  it.each([
    ['by its content type', 200, 'hello', 'text/html; charset=utf-8'],
    ['by its first sign', 200, '\n <!doctype html>', 'application/json'],
    ['in the place of a refusal', 502, '<h1>Bad gateway', 'text/html'],
  ])('a page in the place of data is a misconfiguration, known %s', async (_, status, body, type) => {
    answer(() => new HttpResponse(body, { status, headers: { 'content-type': type } }));
    expect((await read()).error).toMatchObject({
      status,
      code: 'misconfigured',
      detail: '⚠️ Frontend is calling itself. Check VITE_API_BASE_URL.',
    });
  });

  it('is an answer that is not what is expected', async () => {
    answer(() => HttpResponse.json([1]));
    const expects = (body: unknown) => typeof body === 'object' && body !== null && 'fine' in body;
    expect((await send(readThing, { expects })).error).toMatchObject({ status: 200, code: 'malformed' });
    answer(() => HttpResponse.json({ fine: false }));
    expect((await send(readThing, { expects })).data).toEqual({ fine: false });
  });

  it('is an answer that breaks off', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"fi'));
        controller.error(new TypeError('terminated'));
      },
    });
    answer(() => new HttpResponse(broken));
    expect((await read()).error).toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('is a deadline that passes, and a signal that ends the call', async () => {
    const late = async (): Promise<never> => {
      throw new DOMException('late', 'TimeoutError');
    };
    expect((await send(readThing, { transport: late })).error).toMatchObject({ status: 0, code: 'timeout' });
    answer(() => new Promise(() => undefined));
    const stop = new AbortController();
    const ended = send(readThing, { signal: stop.signal });
    stop.abort();
    expect((await ended).error).toMatchObject({ status: 0, code: 'aborted' });
  });
});

it('has a deadline of 15 s that its signal joins', async () => {
  const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(HttpResponse.json({ fine: true }));
  const deadline = jest.spyOn(AbortSignal, 'timeout');
  const stop = new AbortController();
  await send(readThing, { signal: stop.signal });
  expect(deadline).toHaveBeenCalledWith(15_000);
  const signal = fetched.mock.lastCall?.[1]?.signal;
  expect(signal?.aborted).toBe(false);
  stop.abort();
  expect(signal?.aborted).toBe(true);
  jest.restoreAllMocks();
});

it('takes nothing for an answer of 204', async () => {
  answer(() => new HttpResponse(null, { status: 204 }));
  expect(await read()).toMatchObject({ data: null });
});

it.each([[undefined], [null], ['x'], [new Error('boom')], [{ code: 'x', detail: 'y' }]])(
  'does not take %p for a problem',
  (value) => {
    expect(isApiProblem(value)).toBe(false);
  },
);
