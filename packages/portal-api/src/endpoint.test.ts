import { addEvent, call, deleteEvent, listDocuments, listEvents, listUsers } from '@cytocomm/contract';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { endpoint, mutation, pages, pagesOfArrays, portalApi, portalStore, type Tag, tagTypes } from './index.ts';

type Count = { count: number };
type None = Record<string, never>;

const server = setupServer();
let requests: string[] = [];

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  requests = [];
  server.use(
    http.all('/api/*', ({ request }) => {
      requests.push(`${request.method} ${request.url.replace('http://localhost', '')}`);
      return HttpResponse.json({ items: [], nextCursor: null });
    }),
  );
});
afterEach(() => {
  server.resetHandlers();
  portalStore.dispatch(portalApi.util.resetApiState());
});
afterAll(() => server.close());

const cached = () => Object.keys(portalStore.getState().portalApi.queries);

describe('one call', () => {
  it('that two remotes use has one cache and the same hooks', async () => {
    const admins = endpoint(listEvents, { tags: ['Event'] });
    const customers = endpoint(listEvents, { tags: ['Event'] });
    expect(customers.useQuery).toBe(admins.useQuery);
    await portalStore.dispatch(admins.initiate());
    await portalStore.dispatch(customers.initiate());
    expect(requests).toEqual(['GET /api/events']);
    expect(cached()).toHaveLength(1);
  });

  it('that two remotes use in pages, too', async () => {
    const [one, other] = [pages(listDocuments, { tags: ['Document'] }), pages(listDocuments, { tags: ['Document'] })];
    expect(other.useInfiniteQuery).toBe(one.useInfiniteQuery);
    await portalStore.dispatch(one.initiate({ query: { limit: 50 } }));
    await portalStore.dispatch(other.initiate({ query: { limit: 50 } }));
    expect(requests).toEqual(['GET /api/documents?limit=50']);
    expect(mutation(addEvent, { tags: ['Event'] }).useMutation).toBe(
      mutation(addEvent, { tags: ['Event'] }).useMutation,
    );
  });

  it('is kept by what it says: an empty part is as none, another query is another entry', async () => {
    const events = endpoint(listEvents, { tags: ['Event'] });
    await portalStore.dispatch(events.initiate());
    await portalStore.dispatch(events.initiate({}));
    await portalStore.dispatch(events.initiate({ query: {} }));
    await portalStore.dispatch(events.initiate({ query: { from: '2026-01-01' } }));
    expect(requests).toEqual(['GET /api/events', 'GET /api/events?from=2026-01-01']);
  });

  it.each([
    ['other tags', () => endpoint(listEvents, { tags: ['Event', 'User'] }), '"GET /api/events"'],
    ['another time', () => endpoint(listEvents, { tags: ['Event'], keepUnusedDataFor: 0 }), '"GET /api/events"'],
    ['other pages', () => pages(listDocuments), '"GET /api/documents in pages"'],
    ['another change', () => mutation(addEvent, { tags: ['Event'], evenIfRefused: true }), '"POST /api/admin/events"'],
  ])('cannot be used with %s', (_, define, name) => {
    endpoint(listEvents, { tags: ['Event'] });
    pages(listDocuments, { tags: ['Document'] });
    mutation(addEvent, { tags: ['Event'] });
    expect(define).toThrow(
      `${name} is an endpoint already, with other options: its users must agree on tags and functions.`,
    );
  });

  it('whose pages two functions make throws', () => {
    pagesOfArrays(listUsers, (items) => ({ items, nextCursor: null }));
    expect(() => pagesOfArrays(listUsers, (items) => ({ items, nextCursor: 'x' }))).toThrow(
      '"GET /api/admin/users in pages"',
    );
  });

  it('is read or changed as its method says', () => {
    expect(() => endpoint(addEvent)).toThrow('POST /api/admin/events cannot be used to read');
    expect(() => mutation(listEvents)).toThrow('GET /api/events cannot be used to change');
  });
});

describe('an answer without tags', () => {
  const one = endpoint(call<None, None, undefined, Count>('GET', '/api/one'));
  const list = pages(call<None, None, undefined, { items: number[]; nextCursor: null }>('GET', '/api/list'));

  it('is read again when events may have been missed, and by no event', async () => {
    const all = ['GET /api/one', 'GET /api/list'];
    const invalidate = async (tags: readonly Tag[]) => {
      portalStore.dispatch(portalApi.util.invalidateTags([...tags]));
      await Promise.all(portalStore.dispatch(portalApi.util.getRunningQueriesThunk()));
    };
    await portalStore.dispatch(one.initiate({}));
    await portalStore.dispatch(list.initiate({}));
    await invalidate(tagTypes.filter((tag) => tag !== 'Other'));
    expect(requests).toEqual(all);
    await invalidate(tagTypes);
    expect(requests).toEqual([...all, ...all]);
  });
});

describe('pages', () => {
  const numbers = pages(
    call<None, { limit?: number }, undefined, { items: number[]; nextCursor: string | null }>('GET', '/api/n'),
  );

  it('follow the cursor, with the query of the first', async () => {
    server.use(
      http.get('/api/n', ({ request }) => {
        const cursor = new URL(request.url).searchParams.get('cursor');
        requests.push(request.url);
        return HttpResponse.json(cursor === null ? { items: [1], nextCursor: 'c2' } : { items: [2], nextCursor: null });
      }),
    );
    const first = { query: { limit: 1 } };
    await portalStore.dispatch(numbers.initiate(first));
    const { data } = await portalStore.dispatch(numbers.initiate(first, { direction: 'forward' }));
    expect(data?.pages.map(({ items }) => items)).toEqual([[1], [2]]);
    expect(requests).toEqual(['http://localhost/api/n?limit=1', 'http://localhost/api/n?limit=1&cursor=c2']);
  });

  it.each([
    ['an array', []],
    ['no items', { nextCursor: null }],
    ['items that are none', { items: {} }],
    ['null', null],
  ])('of %s are a problem, no crash', async (_, body) => {
    server.use(http.get('/api/n', () => HttpResponse.json(body)));
    expect((await portalStore.dispatch(numbers.initiate({}))).error).toMatchObject({ status: 200, code: 'malformed' });
  });

  it('can be made of arrays and headers', async () => {
    const list = pagesOfArrays(call<None, None, undefined, number[]>('GET', '/api/array'), (items, headers) => ({
      items,
      nextCursor: headers.get('x-next'),
    }));
    server.use(http.get('/api/array', () => HttpResponse.json([1], { headers: { 'x-next': 'c' } })));
    const { data } = await portalStore.dispatch(list.initiate());
    expect(data?.pages).toEqual([{ items: [1], nextCursor: 'c' }]);
  });
});

describe('a change', () => {
  const counting = endpoint(call<None, None, undefined, Count>('GET', '/api/count'), { tags: ['Event'] });
  const show = (count: number) =>
    portalStore.dispatch(counting.api.util.updateQueryData(counting.name, undefined, () => ({ count }))).undo;
  const optimistic = mutation(call<None, None, Count>('PUT', '/api/count'), {
    optimistic: ({ body }) => show(body.count),
  });
  const shown = () => counting.select()(portalStore.getState()).data;

  it.each([
    ['stays shown when the server takes it', 204, { count: 2 }],
    ['is taken back when the server refuses it', 409, { count: 1 }],
  ])('that is shown at once %s', async (_, status, count) => {
    server.use(
      http.get('/api/count', () => HttpResponse.json({ count: 1 })),
      http.put('/api/count', () => new HttpResponse(null, { status })),
    );
    await portalStore.dispatch(counting.initiate());
    const done = portalStore.dispatch(optimistic.initiate({ body: { count: 2 } }));
    expect(shown()).toEqual({ count: 2 });
    await done;
    expect(shown()).toEqual(count);
  });

  it.each([
    ['has what it changes read again', 204, false, 2],
    ['that is refused changes nothing', 409, false, 1],
    ['that is refused because things are old has them read again when it says so', 409, true, 2],
  ])('%s', async (_, status, evenIfRefused, times) => {
    const change = mutation(call<{ id: string }>('DELETE', `/api/${status}/${evenIfRefused}/:id`), {
      tags: ['Event'],
      evenIfRefused,
    });
    server.use(http.delete('/api/*', () => new HttpResponse(null, { status })));
    const looking = portalStore.dispatch(endpoint(listEvents, { tags: ['Event'] }).initiate());
    await looking;
    await portalStore.dispatch(change.initiate({ params: { id: 'a' } }));
    await Promise.all(portalStore.dispatch(portalApi.util.getRunningQueriesThunk()));
    expect(requests.filter((each) => each === 'GET /api/events')).toHaveLength(times);
    looking.unsubscribe();
  });

  it('names its parameters', async () => {
    server.use(
      http.delete('/api/admin/events/:id', ({ params }) => {
        requests.push(String(params.id));
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await portalStore.dispatch(mutation(deleteEvent).initiate({ params: { id: 'a/b' } }));
    expect(requests).toEqual(['a/b']);
  });
});
