import { afterSecondTry, countJest, countPlaywright, sum } from './counts.ts';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.length > 0 && statuses.every((status) => status === 'passed') ? 'passed' : 'failed',
  assertionResults: statuses.map((status) => ({ status })),
});
const report = {
  numPassedTests: 7,
  numFailedTests: 1,
  numRuntimeErrorTestSuites: 1,
  testResults: [
    file('good.test.ts', 'passed', 'passed', 'passed', 'passed', 'passed'),
    file('bad.test.ts', 'passed', 'failed', 'passed'),
    file('broken.test.ts'),
  ],
};

test('a jest file that could not run is a failure, not silence', () => {
  expect(countJest(report)).toEqual({
    passed: 7,
    failed: 2,
    failedFiles: ['bad.test.ts', 'broken.test.ts'],
    passedInFailedFiles: 2,
  });
});

test('of files that had a second try, that one counts: what fails twice fails, and nothing is counted twice', () => {
  const first = countJest(report);
  expect(afterSecondTry(first, { passed: 4, failed: 0 })).toEqual({ passed: 9, failed: 0 });
  expect(afterSecondTry(first, { passed: 3, failed: 1 })).toEqual({ passed: 8, failed: 1 });
  expect(afterSecondTry(first, { passed: 0, failed: 1 })).toEqual({ passed: 5, failed: 1 });
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
