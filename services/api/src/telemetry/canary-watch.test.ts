import { failsTooOften } from './canary-watch.ts';

it.each([
  ['two failing clients of two', 2, 2, 0, 1000, false],
  ['three of three against none of three', 3, 3, 0, 3, false],
  ['three of three against none of four', 3, 3, 0, 4, true],
  ['three of a hundred against three of a hundred', 3, 100, 3, 100, false],
  ['nineteen of nineteen with nothing to compare', 19, 19, 0, 0, false],
  ['twenty of twenty with nothing to compare', 20, 20, 0, 0, true],
  ['twenty of twenty while the live release fails as well', 20, 20, 20, 20, true],
  ['twenty of twenty-one with nothing to compare', 20, 21, 0, 0, false],
])('%s', (_, failing, clients, liveFailing, liveClients, expected) => {
  expect(failsTooOften({ failing, clients }, { failing: liveFailing, clients: liveClients })).toBe(expected);
});
