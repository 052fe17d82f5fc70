import { call } from '@cytocomm/contract';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { endpoint, mutation, portalApi, portalStore, remoteTags } from './index.ts';
import { allTags } from './portal-api.ts';

const server = setupServer();
let requests: string[] = [];

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
beforeEach(() => {
  requests = [];
  server.use(
    http.all('/api/*', ({ request }) => {
      requests.push(`${request.method} ${request.url.replace('http://localhost', '')}`);
      return HttpResponse.json({ items: [] });
    }),
  );
});
afterEach(() => {
  jest.restoreAllMocks();
  server.resetHandlers();
  portalStore.dispatch(portalApi.util.resetApiState());
});
afterAll(() => server.close());

test('the same word of two remotes is two tags, and each reads its own again', async () => {
  const lab = remoteTags('mfe-lab', ['Sample', 'Study']);
  const farm = remoteTags('mfe-farm', ['Sample']);
  expect([lab, farm]).toEqual([{ Sample: 'mfe-lab/Sample', Study: 'mfe-lab/Study' }, { Sample: 'mfe-farm/Sample' }]);
  const complaints = jest.spyOn(console, 'error').mockReturnValue(undefined);
  const labSamples = endpoint(call('GET', '/api/lab'), { tags: [lab.Sample] });
  const farmSamples = endpoint(call('GET', '/api/farm'), { tags: [farm.Sample] });
  const change = mutation(call('POST', '/api/lab'), { tags: [lab.Sample] });
  const shown = [labSamples, farmSamples].map((each) => portalStore.dispatch(each.initiate()));
  await Promise.all(shown);
  await portalStore.dispatch(change.initiate());
  await Promise.all(portalStore.dispatch(portalApi.util.getRunningQueriesThunk()));
  expect(requests).toEqual(['GET /api/lab', 'GET /api/farm', 'POST /api/lab', 'GET /api/lab']);
  // RTK complains in the console about a tag that it does not know.
  expect(complaints).not.toHaveBeenCalled();
  for (const { unsubscribe } of shown) unsubscribe();
});

test('tags that are added again stand once among all that are read again after events were missed', () => {
  remoteTags('mfe-lab', ['Sample']);
  remoteTags('mfe-lab', ['Sample']);
  expect(allTags().filter((tag) => tag === 'mfe-lab/Sample')).toHaveLength(1);
  expect(allTags()).toContain('Event');
});

test.each([
  ['', ['Sample'], ' is not the name of a remote.'],
  ['mfe-lab/x', ['Sample'], 'mfe-lab/x is not the name of a remote.'],
  ['mfe-lab', ['Sample/Study'], '"Sample/Study" is not a tag name'],
  ['mfe-lab', ['Study', 'sample'], '"sample" is not a tag name'],
  ['mfe-lab', ['__proto__'], '"__proto__" is not a tag name'],
])('of %j and %j are refused', (remote, names, reason) => {
  expect(() => remoteTags(remote, names)).toThrow(reason);
});

test('a misspelt tag is refused by the types', () => {
  const tags = remoteTags('mfe-lab', ['Sample']);
  // @ts-expect-error: there is no such tag
  expect(tags.Smaple).toBeUndefined();
});
