import { auditRows } from './rows.ts';

it('compares the middle rounds of each number of processes', () => {
  const rows = auditRows([
    { processes: 1, segments: [900, 1000, 5000], shared: [400, 500, 450] },
    { processes: 2, segments: [300, 400], shared: [600, 700] },
  ]);
  expect(rows.map(({ figure, ours, theirs, ratio, met }) => [figure, ours, theirs, ratio, met])).toEqual([
    ['rows by 1 process', '1000 /s', '450 /s', '2.22', true],
    ['rows by 2 processes', '350 /s', '650 /s', '0.54', false],
  ]);
});
