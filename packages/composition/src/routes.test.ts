import { matchRoute, routesOf, servedPath } from './routes.ts';
import { testLock } from './testing-lock.ts';

const lock = testLock();

test('the routes of the shell come first', () => {
  expect(routesOf(lock).map(({ route, release }) => `${release.name} ${route.path}`)).toEqual([
    'shell /dashboard',
    'mfe-a /',
    'mfe-a /about',
  ]);
});

test.each([
  ['/', '/'],
  ['//', undefined],
  ['/about', '/about'],
  ['/about/', '/about'],
  ['/About///', '/about'],
  ['/about/us', undefined],
  ['about', undefined],
  ['', undefined],
  ['/%61bout', undefined],
  ['/ABOUT?x=1', undefined],
  ['/__proto__', undefined],
])('%s is the route %s', (path, expected) => {
  expect(matchRoute(lock, path)?.route.path).toBe(expected);
});

const nested = {
  ...lock,
  shell: {
    ...lock.shell,
    contributions: {
      ...lock.shell.contributions,
      routes: ['/lab', '/lab/data/raw', '/lab/data'].map((path, index) => ({
        ...{ path, component: 'Lab', title: 'Lab', public: false },
        below: index < 2,
      })),
    },
  },
};

test.each([
  ['/lab', '/lab'],
  ['/lab/', '/lab'],
  ['/lab/anything/at/all', '/lab'],
  ['/Lab/Data', '/lab/data'],
  ['/lab/data/other', '/lab'],
  ['/lab/data/raw', '/lab/data/raw'],
  ['/lab/data/raw/1', '/lab/data/raw'],
  ['/lab//data', '/lab'],
  ['/laboratory', undefined],
  ['/about/us', undefined],
])('%s is the very page of that path, else the longest that answers for what is below: %s', (path, expected) => {
  expect(matchRoute(nested, path)?.route.path).toBe(expected);
});

test.each([
  ['/Lab', '/lab'],
  ['/lab/', '/lab'],
  ['/LAB/Some-Id//', '/lab/Some-Id'],
  ['/lab/data/', '/lab/data'],
  ['/lab/data/raw/%20', '/lab/data/raw/%20'],
])('%s is served as %s', (path, expected) => {
  const matched = matchRoute(nested, path);
  expect(matched && servedPath(matched, path)).toBe(expected);
});
