import { releaseRows } from './rows.ts';

const rounds = (ours: number, theirs: number, microseconds: number) =>
  [0.9, 1, 1.1].map((factor) => ({
    ours: { perSecond: ours * factor, microseconds: microseconds * factor },
    theirs: { perSecond: theirs * factor, microseconds: 50 * factor },
  }));

const rowsFor = (changeMs: number, share: number, microseconds: number) =>
  releaseRows({
    changes: { publishMs: [1500, 1400, 1600], promoteMs: [100, changeMs], rollBackMs: [100, changeMs] },
    triedMs: [8000, 9000, 10_000],
    page: { bytes: 20_000, rounds: rounds(1000 * share, 1000, 50) },
    file: { path: '/a.js', bytes: 345_000, nginx: '1.22.1', rounds: rounds(1400 * share, 1000, microseconds) },
  });

test('each figure is held to its target', () => {
  expect(rowsFor(1000, 0.5, 150)).toMatchObject([
    { figure: 'publish to visible, median of 3', ours: '1500 ms', theirs: '', met: undefined },
    { figure: 'the same with the trial run, median of 3', ours: '9000 ms', met: undefined },
    { figure: 'promotion, p95 of 2', ours: '1000 ms', target: '<= 1000 ms', met: true },
    { figure: 'roll back, p95 of 2', ours: '1000 ms', met: true },
    { where: 'page, 20 KB packed', ours: '500 /s', theirs: '1,000 /s', target: '>= 0.50 x', met: true },
    { where: 'release file, 345 KB', ours: '700 /s', ratio: '0.70', target: '>= 0.70 x', met: true },
    { figure: 'processor time an answer', ours: '150 µs', theirs: '50 µs', target: '<= 3.00 x', met: true },
  ]);
  expect(rowsFor(1001, 0.49, 151).map(({ met }) => met)).toEqual([
    undefined,
    undefined,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('without nginx and Chromium the rest is told', () => {
  const changes = { publishMs: [1], promoteMs: [1], rollBackMs: [1] };
  expect(
    releaseRows({ changes, triedMs: [], page: { bytes: 1, rounds: rounds(1, 1, 1) }, file: undefined }),
  ).toHaveLength(4);
});
