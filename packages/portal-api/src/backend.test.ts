import { call, type Nothing } from '@cytocomm/contract';
import { acceptSignIn, previewAs, useSession } from '@cytocomm/session';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { endpoint, mutation, portalApi, portalStore, sendToBackend } from './index.ts';

const server = setupServer();
const initialSession = useSession.getInitialState();
const lab = { remote: 'mfe-lab', audience: 'lab' };
const listStudies = call<Nothing, Nothing, undefined, { items: string[] }>('GET', '/studies');
const addStudy = call<Nothing, Nothing, { title: string }>('POST', '/studies');
const studies = endpoint(listStudies, { backend: lab });
const change = mutation(addStudy, { backend: lab });

// Each test is somebody else, who gets tokens of their own.
let people = 0;
let minted: { body: unknown; bearer: string | null; preview: string | null }[] = [];
let requests: { bearer: string | null; cookie: string | null; preview: string | null }[] = [];

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  [minted, requests] = [[], []];
  useSession.setState(initialSession, true);
  people += 1;
  const email = `ada${people}@lab.example`;
  acceptSignIn({ email, name: 'Ada', roles: ['admin'] });
  const claims = { sub: email, name: 'Ada', roles: ['admin'], iat: 0, exp: 300 };
  const idToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.secret`;
  server.use(
    http.post('/api/auth/token', () => HttpResponse.json({ idToken, expiresAt: 'later' })),
    http.post('/api/backend-tokens', async ({ request }) => {
      const { headers } = request;
      minted.push({
        body: await request.json(),
        bearer: headers.get('authorization'),
        preview: headers.get('preview-as'),
      });
      const token = `lab-token-${minted.length}`;
      return HttpResponse.json({ token, origin: 'https://lab.example', expiresAt: 'later' }, { status: 201 });
    }),
    http.all('https://lab.example/studies', ({ request }) => {
      const { headers } = request;
      requests.push({
        bearer: headers.get('authorization'),
        cookie: headers.get('cookie'),
        preview: headers.get('preview-as'),
      });
      return HttpResponse.json({ items: ['one'] });
    }),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
  server.resetHandlers();
  portalStore.dispatch(portalApi.util.resetApiState());
});
afterAll(() => server.close());

const read = () => portalStore.dispatch(studies.initiate(undefined, { forceRefetch: true }));

test('a call of a backend carries a token for it, and never the portal’s own or a cookie', async () => {
  const sent = jest.spyOn(globalThis, 'fetch');
  expect((await read()).data).toEqual({ items: ['one'] });
  expect(minted).toEqual([{ body: lab, bearer: expect.stringMatching(/secret$/), preview: null }]);
  expect(requests).toEqual([{ bearer: 'Bearer lab-token-1', cookie: null, preview: null }]);
  // The requests of the tests' network have lost it.
  const init = { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' };
  expect(sent).toHaveBeenLastCalledWith('https://lab.example/studies', expect.objectContaining(init));
});

test('a token is used again, by calls at once, too, and not by the next person', async () => {
  await Promise.all([sendToBackend(lab, listStudies, {}), sendToBackend(lab, listStudies, {})]);
  await read();
  expect(minted).toHaveLength(1);
  acceptSignIn({ email: 'eve@lab.example', name: 'Eve', roles: ['investor'] });
  await sendToBackend(lab, listStudies, {});
  expect(minted).toHaveLength(2);
  expect(requests.map(({ bearer }) => bearer).at(-1)).toBe('Bearer lab-token-2');
});

test('a token that is refused is renewed once, and the session stays', async () => {
  server.use(
    http.get('https://lab.example/studies', ({ request }) => {
      const isNew = request.headers.get('authorization') === 'Bearer lab-token-2';
      return isNew ? HttpResponse.json({ items: [] }) : new HttpResponse(null, { status: 401 });
    }),
  );
  expect((await read()).data).toEqual({ items: [] });
  server.use(http.get('https://lab.example/studies', () => new HttpResponse(null, { status: 401 })));
  expect((await read()).error).toMatchObject({ status: 401 });
  expect(minted).toHaveLength(3);
  expect(useSession.getState().status).toBe('signed-in');
});

test('a preview reads with a token of its role, and changes nothing', async () => {
  await read();
  previewAs('investor');
  await read();
  expect(minted.map(({ preview }) => preview)).toEqual([null, 'investor']);
  expect(requests.map(({ preview }) => preview)).toEqual([null, null]);
  const { error } = await portalStore.dispatch(change.initiate({ body: { title: 'x' } }));
  expect(error).toMatchObject({ code: 'preview' });
  expect(requests).toHaveLength(2);
});

test('what the table does not allow, and a backend that is away, are problems with a sentence', async () => {
  const refusal = { type: 'about:blank', title: 'No', status: 403, detail: 'mfe-lab may not.', code: 'forbidden' };
  server.use(http.post('/api/backend-tokens', () => HttpResponse.json(refusal, { status: 403 }), { once: true }));
  expect((await read()).error).toMatchObject({ status: 403, detail: 'mfe-lab may not.' });
  expect(requests).toEqual([]);
  server.use(http.get('https://lab.example/studies', () => HttpResponse.error()));
  expect((await read()).error).toMatchObject({
    code: 'unreachable',
    detail: 'A service that this part of the portal needs cannot be reached. Try again.',
  });
});

test.each([{}, { token: 'x' }, { token: 'x', origin: 7 }])(
  'an answer %j that is no token is not used',
  async (body) => {
    server.use(http.post('/api/backend-tokens', () => HttpResponse.json(body, { status: 201 })));
    expect((await read()).error).toMatchObject({ code: 'malformed' });
    expect(requests).toEqual([]);
  },
);

test.each(['@evil.example/studies', 'https://evil.example/', 'studies', ''])(
  'a call of %j is not made: it would lead elsewhere',
  async (path) => {
    await expect(sendToBackend(lab, call('GET', path), {})).rejects.toThrow('does not begin with a slash');
    expect(minted).toEqual([]);
  },
);

test('the same call of the portal and of a backend are two endpoints', () => {
  expect(endpoint(listStudies).useQuery).not.toBe(studies.useQuery);
  expect(endpoint(listStudies, { backend: { ...lab } }).useQuery).toBe(studies.useQuery);
});
