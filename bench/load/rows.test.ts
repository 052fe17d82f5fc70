import { shared } from './cannon.ts';
import { loadRows, soakRows } from './rows.ts';

const figure = (perSecond: number, p99 = 10) => ({ perSecond, p50: 2, p99 });

it('holds a load against the bare contender, by the round whose ratio is the middle one', () => {
  const rows = loadRows({
    loads: [
      {
        name: 'a lookup with a bearer token',
        ours: [figure(90), figure(10), figure(95)],
        theirs: [figure(100), figure(100), figure(40)],
      },
    ],
    listeners: { ours: { listeners: 2, afterMs: [5, 9] }, theirs: { listeners: 2, afterMs: [1, 2] } },
  });
  expect(rows.map(({ figure: what, ours, ratio, met }) => [what, ours, ratio, met])).toEqual([
    ['a lookup with a bearer token', '90/s', '0.90', true],
    ['a lookup with a bearer token, p50', '2 ms', '1.00', undefined],
    ['a lookup with a bearer token, p99', '10 ms', '1.00', undefined],
    ['an event at 2 listeners, p50', '5 ms', '5.00', undefined],
    ['an event at 2 listeners, p99', '9 ms', '4.50', undefined],
  ]);
});

it('says nothing without a round', () => {
  const heard = { listeners: 0, afterMs: [] };
  const loads = [{ name: 'Home', ours: [], theirs: [] }];
  expect(() => loadRows({ loads, listeners: { ours: heard, theirs: heard } })).toThrow('no round of Home');
});

it.each([
  [104, true],
  [106, false],
])('holds the last third of the memory against the middle one: %s of 100 MB', (last, met) => {
  const held = [300, 300, 300, 100, 100, 100, last, last, last];
  const rows = soakRows({ minutes: 3, capacity: 10, segments: [figure(7, 20), figure(7, 50)], megabytes: held });
  expect(rows.map(({ figure: what, ours, met: isMet }) => [what, ours, isMet])).toEqual([
    ['answers over 3 min', '7/s', undefined],
    ['p99 of the slowest minute', '50 ms', undefined],
    ['memory of the last third', `${last}.0 MB`, met],
  ]);
});

it('sends what counts once by one connection alone, and begins everything else at another place', () => {
  const asks = Array.from({ length: 25 }, (_, index) => ({ method: 'GET' as const, path: `/${index}`, headers: {} }));
  const paths = (connection: number, once: boolean) => shared(asks, connection, once).map(({ path }) => path);
  expect(paths(3, true)).toEqual(['/3', '/13', '/23']);
  expect(paths(3, false).slice(0, 2)).toEqual(['/3', '/4']);
  expect(paths(3, false)).toHaveLength(25);
  expect(
    Array.from({ length: 10 }, (_, connection) => paths(connection, true))
      .flat()
      .toSorted(),
  ).toEqual(asks.map(({ path }) => path).toSorted());
});
