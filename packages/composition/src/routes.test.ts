import { matchRoute, routesOf } from './routes.ts';
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
