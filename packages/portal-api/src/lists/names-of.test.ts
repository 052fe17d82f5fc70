import { namesOf } from './use-each.ts';

const failures = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `${index}`, name: `N${index}`, reason: 'It broke.' }));

test.each([
  [1, 'N0'],
  [5, 'N0, N1, N2, N3, N4'],
  [200, 'N0, N1, N2, N3, N4 and 195 more'],
])('%d names', (count, words) => {
  expect(namesOf(failures(count))).toBe(words);
});
