import { call } from '@cytocomm/contract';
import type { ApiProblem } from '@cytocomm/http';
import { acceptSignIn, previewAs, useSession } from '@cytocomm/session';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { endpoint, mutation, portalApi, portalStore, problemMessage } from './index.ts';

const server = setupServer();
const initialSession = useSession.getInitialState();
const thing = endpoint(call('GET', '/api/thing'));
const change = mutation(call<Record<string, never>, Record<string, never>, { title: string }>('POST', '/api/thing'));

let minted = 0;
let bearers: (string | null)[] = [];

function signIn(): void {
  acceptSignIn({ email: 'ada@lab.example', name: 'Ada', roles: ['admin'] });
}

function token(roles: readonly string[] = ['admin']): string {
  minted += 1;
  const claims = { sub: 'ada@lab.example', name: 'Ada', roles, iat: 0, exp: 300, n: minted };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${minted}`;
}

const refuse = (status: number, detail = 'No.', headers: Record<string, string> = {}) =>
  HttpResponse.json(
    { type: 'about:blank', title: 'Refused', status, detail, code: 'refused', requestId: 'r-1' },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  );

const read = async () => portalStore.dispatch(thing.initiate(undefined, { forceRefetch: true }));

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  minted = 0;
  bearers = [];
  useSession.setState(initialSession, true);
  server.use(http.post('/api/auth/token', () => HttpResponse.json({ idToken: token(), expiresAt: 'later' })));
});
afterEach(() => {
  server.resetHandlers();
  portalStore.dispatch(portalApi.util.resetApiState());
});
afterAll(() => server.close());

/** Has the server reply to calls of /api/thing in turn, and keeps each one's authorization. */
function answer(...responses: (() => Response | Promise<Response>)[]): void {
  let call = 0;
  server.use(
    http.all('/api/thing', ({ request }) => {
      bearers.push(request.headers.get('authorization'));
      const respond = responses[Math.min(call, responses.length - 1)];
      call += 1;
      return respond?.();
    }),
  );
}
const ok = () => HttpResponse.json({ fine: true });

describe('the token', () => {
  it('is not asked for by a visitor', async () => {
    answer(ok);
    expect((await read()).data).toEqual({ fine: true });
    expect(bearers).toEqual([null]);
    expect(minted).toBe(0);
  });

  it('goes with each call of somebody who is signed in', async () => {
    signIn();
    answer(ok);
    await read();
    await portalStore.dispatch(change.initiate({ body: { title: 'x' } }));
    expect(bearers).toEqual([expect.stringMatching(/^Bearer .+\.1$/), expect.stringMatching(/^Bearer .+\.1$/)]);
  });

  it('is renewed once when it is refused', async () => {
    signIn();
    answer(() => refuse(401), ok);
    expect((await read()).data).toEqual({ fine: true });
    expect(bearers).toEqual([expect.stringMatching(/\.1$/), expect.stringMatching(/\.2$/)]);
    expect(useSession.getState().status).toBe('signed-in');
  });

  it('refused twice ends the session', async () => {
    signIn();
    answer(() => refuse(401));
    expect((await read()).error).toMatchObject({ status: 401 });
    expect(bearers).toHaveLength(2);
    expect(useSession.getState()).toMatchObject({ status: 'signed-out', ended: expect.stringMatching(/has ended/) });
  });

  it('that cannot be renewed ends the session', async () => {
    signIn();
    answer(() => refuse(401));
    await read();
    useSession.setState(initialSession, true);
    signIn();
    server.use(http.post('/api/auth/token', () => refuse(401)));
    expect((await read()).error).toMatchObject({ status: 401 });
    expect(useSession.getState().status).toBe('signed-out');
  });

  it('that cannot be fetched is a problem of the call', async () => {
    signIn();
    server.use(http.post('/api/auth/token', () => HttpResponse.error()));
    answer(ok);
    expect((await read()).error).toMatchObject({ status: 0, code: 'unreachable' });
    expect(bearers).toEqual([]);
    expect(useSession.getState().status).toBe('signed-in');
  });

  it('is read again after a role was refused, so that the roles shown are the present ones', async () => {
    signIn();
    answer(() => refuse(403));
    await read();
    server.use(http.post('/api/auth/token', () => HttpResponse.json({ idToken: token(['customer']) })));
    const changed = new Promise<readonly string[]>((resolve) => {
      useSession.subscribe(({ roles }) => roles.includes('customer') && resolve(roles));
    });
    expect((await read()).error).toMatchObject({ status: 403 });
    expect(await changed).toEqual(['customer']);
  });
});

describe('a failure', () => {
  it.each<[string, () => Response | Promise<Response>, Partial<ApiProblem>]>([
    [
      'with problem details',
      () => refuse(409, 'It exists already.'),
      { status: 409, code: 'refused', detail: 'It exists already.', requestId: 'r-1' },
    ],
    ['with a pause', () => refuse(429, 'Slowly.', { 'retry-after': '40' }), { status: 429, retryAfter: 40 }],
    [
      'of a proxy without a body',
      () => new HttpResponse(null, { status: 502 }),
      { status: 502, code: 'http-502', detail: 'The portal has a problem.' },
    ],
    [
      'as a page',
      () => new HttpResponse('<!doctype html><p>hello', { headers: { 'content-type': 'text/html' } }),
      { code: 'misconfigured', detail: '⚠️ Frontend is calling itself. Check VITE_API_BASE_URL.' },
    ],
    ['as text', () => new HttpResponse('fine', { headers: { 'content-type': 'text/plain' } }), { code: 'malformed' }],
    ['of the network', () => HttpResponse.error(), { status: 0, code: 'unreachable' }],
    [
      'with hostile problem details',
      () =>
        HttpResponse.json(
          { title: 7, detail: { $gt: '' }, errors: [1, null, { path: 'a' }, { path: {} }] },
          { status: 400 },
        ),
      { status: 400, detail: 'The portal refused this.', errors: [{ path: 'a', message: '' }] },
    ],
  ])('%s is one kind of problem', async (_, respond, problem) => {
    answer(respond);
    expect((await read()).error).toMatchObject(problem);
  });

  it('by silence ends after the time limit', async () => {
    const late = new AbortController();
    const deadline = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
    answer(() => {
      late.abort(new DOMException('late', 'TimeoutError'));
      return new Promise(() => undefined);
    });
    expect((await read()).error).toMatchObject({ status: 0, code: 'timeout' });
    expect(deadline).toHaveBeenCalledWith(15_000);
    deadline.mockRestore();
  });

  it('in the middle of an answer is one of the network', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"fi'));
        controller.error(new TypeError('terminated'));
      },
    });
    answer(() => new HttpResponse(broken, { headers: { 'content-type': 'application/json' } }));
    expect((await read()).error).toMatchObject({ status: 0, code: 'unreachable' });
  });

  it('of an empty success is none where nothing is read', async () => {
    answer(() => new HttpResponse(null, { status: 204 }));
    const done = await portalStore.dispatch(change.initiate({ body: { title: 'x' } }));
    expect(done).toEqual({ data: null });
    expect((await read()).error).toMatchObject({ status: 204, code: 'malformed' });
  });
});

describe('a preview', () => {
  let requests: (string | null)[] = [];
  const note = ({ request }: { request: Request }) => {
    requests.push(`${request.method} ${request.headers.get('preview-as')}`);
    return ok();
  };
  beforeEach(() => {
    requests = [];
    signIn();
    server.use(http.all('/api/thing', note));
  });

  it('asks as the previewed role, from the first call to the last', async () => {
    previewAs('investor');
    await read();
    previewAs(null);
    await read();
    expect(requests).toEqual(['GET investor', 'GET null']);
  });

  it('refuses every change before it is sent', async () => {
    previewAs('customer');
    const refused = await portalStore.dispatch(change.initiate({ body: { title: 'x' } }));
    expect(refused.error).toMatchObject({ code: 'preview', detail: expect.stringContaining('preview as customer') });
    expect(requests).toEqual([]);
    previewAs(null);
    await portalStore.dispatch(change.initiate({ body: { title: 'x' } }));
    expect(requests).toEqual(['POST null']);
  });

  it('shows nothing that was read outside of it, and leaves nothing behind', async () => {
    const cached = () => Object.keys(portalStore.getState().portalApi.queries).length;
    await read();
    expect(cached()).toBe(1);
    previewAs('investor');
    expect(cached()).toBe(0);
    await read();
    expect(cached()).toBe(1);
    previewAs(null);
    expect(cached()).toBe(0);
  });
});

describe('the store', () => {
  it('forgets what an earlier person was shown', async () => {
    signIn();
    answer(ok);
    await read();
    const cached = () => Object.keys(portalStore.getState().portalApi.queries);
    expect(cached()).toHaveLength(1);
    acceptSignIn({ email: 'grace@lab.example', name: 'Grace', roles: ['customer'] });
    expect(cached()).toHaveLength(0);
  });
});

describe('problemMessage', () => {
  const problem: ApiProblem = {
    status: 400,
    code: 'invalid',
    detail: 'The request is not valid.',
    requestId: 'r-9',
    errors: [],
    retryAfter: null,
  };

  it.each<[unknown, string]>([
    [problem, 'The request is not valid.'],
    [{ ...problem, errors: [{ path: 'body.title', message: 'too long' }] }, 'title: too long'],
    [{ ...problem, errors: [{ path: 'body.file', message: 'The file is empty.' }] }, 'The file is empty.'],
    [{ ...problem, errors: [{ path: 'query.q', message: 'one line' }] }, 'one line'],
    [
      {
        ...problem,
        errors: [
          { path: 'body', message: 'unknown field "x"' },
          { path: 'body.roles.0', message: 'no role' },
        ],
      },
      'unknown field "x". roles.0: no role',
    ],
    [{ ...problem, status: 429, retryAfter: 40 }, 'The request is not valid. Try again in 40 seconds.'],
    [{ ...problem, status: 429, retryAfter: 600 }, 'The request is not valid. Try again in 10 minutes.'],
    [{ ...problem, status: 500 }, 'The request is not valid. (Request r-9)'],
    [undefined, 'Something went wrong in this page. Try again.'],
    [new Error('boom'), 'Something went wrong in this page. Try again.'],
  ])('of %j', (error, message) => {
    expect(problemMessage(error)).toBe(message);
  });
});
