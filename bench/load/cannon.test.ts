import { shared } from './cannon.ts';

it('sends what counts once by one connection alone, and begins everything else at another place', () => {
  const asks = Array.from({ length: 25 }, (_, index) => ({ method: 'GET' as const, path: `/${index}`, headers: {} }));
  const paths = (connection: number, once: boolean) => shared(asks, connection, once).map(({ path }) => path);
  expect(paths(3, true)).toEqual(['/3', '/13', '/23']);
  expect(paths(3, false).slice(0, 2)).toEqual(['/3', '/4']);
  expect(paths(3, false)).toHaveLength(25);
  const sent = Array.from({ length: 10 }, (_, connection) => paths(connection, true)).flat();
  expect(sent.toSorted()).toEqual(asks.map(({ path }) => path).toSorted());
});
