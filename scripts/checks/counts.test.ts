import { countJest, countPlaywright, sum } from './counts.ts';

test('a jest file that could not run is a failure, not silence', () => {
  expect(countJest({ numPassedTests: 7, numFailedTests: 1, numRuntimeErrorTestSuites: 2 })).toEqual({
    passed: 7,
    failed: 3,
  });
});

test('a browser test that passed on its second try is passed; an error outside of any test is a failure', () => {
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: 'no tests found' }],
  };
  expect(countPlaywright(report)).toEqual({ passed: 6, failed: 2 });
});

test('a report of another shape is refused', () => {
  expect(() => countJest({})).toThrow();
  expect(() => countPlaywright({ stats: {} })).toThrow();
});

test('counts add up', () => {
  expect(
    sum([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 });
  expect(sum([])).toEqual({ passed: 0, failed: 0 });
});
