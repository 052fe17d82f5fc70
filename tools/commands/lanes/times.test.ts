import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { saveTimes, showTimes } from './outcome.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'times-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const times = (seconds: number) => ({ lanes: [{ name: 'Check', seconds }], files: [{ file: 'a.test.ts', seconds }] });

test('the last run of each command is kept, and returned by the next run of that command', () => {
  const path = join(dir, 'new', 'test-times.json');
  expect(saveTimes('test', times(1), path)).toBeUndefined();
  expect(saveTimes('test:system', times(2), path)).toBeUndefined();
  expect(saveTimes('test', times(3), path)).toEqual(times(1));
  expect(saveTimes('test:system', times(4), path)).toEqual(times(2));
});

test('shows each lane and the ten slowest files, with the seconds of the run before', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.test.ts`, seconds: index }));
  const shown = showTimes({ lanes: [{ name: 'Check', seconds: 41.26 }], files }, times(40));
  expect(shown.split('\n').filter(Boolean)).toEqual([
    'Lanes',
    '    41.3 s  Check (before: 40.0 s)',
    'Slowest files',
    ...Array.from({ length: 10 }, (_, index) => `${`${11 - index}.0`.padStart(8)} s  ${11 - index}.test.ts`),
  ]);
});
