import { join } from 'node:path';
import { ROOT } from '../workspaces.ts';
import { addOutcomes, outcomeOf, readJestReport, readPlaywrightReport } from './outcome.ts';

test('a jest file that could not run is a failure, a skipped test is named, and each file has its time', () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numRuntimeErrorTestSuites: 1,
    testResults: [
      {
        name: join(ROOT, 'shell/a.test.ts'),
        startTime: 1000,
        endTime: 3500,
        assertionResults: [
          { status: 'passed', fullName: 'one' },
          { status: 'failed', fullName: 'two' },
          { status: 'pending', fullName: 'three' },
        ],
      },
      { name: join(ROOT, 'shell/broken.test.ts'), startTime: 0, endTime: 0, assertionResults: [] },
    ],
  };
  expect(readJestReport(report)).toEqual({
    passed: 1,
    failed: 2,
    skipped: ['shell/a.test.ts: three'],
    files: [
      { file: 'shell/a.test.ts', seconds: 2.5 },
      { file: 'shell/broken.test.ts', seconds: 0 },
    ],
  });
});

test('a browser test that passed on a second try only, or an error outside of any test, is a failure', () => {
  const spec = (title: string, status: string, duration: number) => ({
    title,
    tests: [{ status, results: [{ duration }] }],
  });
  const report = {
    stats: { expected: 2, unexpected: 1, flaky: 1 },
    errors: [{ message: 'no tests found' }],
    suites: [
      {
        file: 'public/forms.spec.ts',
        specs: [spec('one', 'expected', 1500)],
        suites: [{ file: 'public/forms.spec.ts', specs: [spec('two', 'skipped', 500)] }],
      },
    ],
  };
  expect(readPlaywrightReport(report)).toEqual({
    passed: 2,
    failed: 3,
    skipped: ['e2e/public/forms.spec.ts: two'],
    files: [{ file: 'e2e/public/forms.spec.ts', seconds: 2 }],
  });
});

test('outcomes add up', () => {
  const read = { passed: 2, failed: 3, skipped: ['a'], files: [{ file: 'b', seconds: 1 }] };
  expect(addOutcomes([outcomeOf(true), outcomeOf(false), read])).toEqual({ ...read, passed: 3, failed: 4 });
});
