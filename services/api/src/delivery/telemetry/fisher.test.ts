import { fisherExact } from './client-reports.ts';

const p = (failing: number, clients: number, otherFailing: number, otherClients: number) =>
  fisherExact({ failing, clients }, { failing: otherFailing, clients: otherClients });

it.each([
  // The lady tasting tea: 3 of 4 against 1 of 4.
  [3, 4, 1, 4, 17 / 70],
  [4, 4, 0, 4, 1 / 70],
  [3, 3, 0, 3, 1 / 20],
  [3, 3, 0, 4, 1 / 35],
  // Fisher's twins: 10 of 13 convicted against 2 of 17.
  [10, 13, 2, 17, 0.000465],
  [1, 10, 11, 12, 1],
  [5, 10, 5, 10, 0.671856],
])('%d of %d against %d of %d', (failing, clients, otherFailing, otherClients, expected) => {
  expect(p(failing, clients, otherFailing, otherClients)).toBeCloseTo(expected, 5);
});

it.each([
  ['nothing on either side', 0, 0, 0, 0],
  ['no failure at all', 0, 10, 0, 10],
  ['nothing to compare with', 10, 10, 0, 0],
  ['everything failing on both sides', 5, 5, 5, 5],
])('is 1 for %s', (_, ...numbers) => {
  expect(p(...numbers)).toBeCloseTo(1, 9);
});

it('is a probability for thousands of clients, and falls as failures rise', () => {
  const values = [50, 60, 70, 80].map((failing) => p(failing, 5000, 50, 5000));
  for (const value of values) expect(value).toBeGreaterThanOrEqual(0);
  expect(values[0]).toBeGreaterThan(0.4);
  expect(values.toSorted((a, b) => b - a)).toEqual(values);
  expect(values[3]).toBeLessThan(0.01);
});
