import { failsTooOften } from './canary-watch.ts';

it.each([
  ['two failing clients of two', 2, 2, 0, 1000, false],
  ['three of three against none of three', 3, 3, 0, 3, false],
  ['three of three against none of four', 3, 3, 0, 4, true],
  ['three of a hundred against three of a hundred', 3, 100, 3, 100, false],
  ['two of two with nothing to compare', 2, 2, 0, 0, false],
  ['three of six with nothing to compare', 3, 6, 0, 0, true],
  ['three of seven with nothing to compare', 3, 7, 0, 0, false],
  ['three of three against none of two', 3, 3, 0, 2, true],
  ['four of eight while the live release fails as often', 4, 8, 2, 4, false],
  ['nineteen of nineteen while the live release fails as well', 19, 19, 20, 20, false],
  ['twenty of twenty while the live release fails as well', 20, 20, 20, 20, true],
  ['twenty of twenty-one while the live release fails as well', 20, 21, 20, 20, true],
  ['twenty of twenty-two while the live release fails as well', 20, 22, 20, 20, false],
])('%s', (_, failing, clients, liveFailing, liveClients, expected) => {
  expect(failsTooOften({ failing, clients }, { failing: liveFailing, clients: liveClients })).toBe(expected);
});
