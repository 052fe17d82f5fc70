import { releaseFileRows } from './rows.ts';

test('an answer may cost three times what nginx needs', () => {
  const rowsFor = (portal: number) =>
    releaseFileRows({
      path: '/releases/shell/x/a.js',
      bytes: 345_000,
      nginx: '1.22.1',
      rounds: [40, 50, 60].map((microseconds) => ({
        portal: { microseconds: microseconds * portal, perSecond: 5000 },
        nginx: { microseconds, perSecond: 10_000 },
      })),
    });
  expect(rowsFor(3)).toMatchObject([
    { figure: 'processor time an answer', ours: '150 µs', theirs: '50 µs', target: '<= 3.00 x', met: true },
    { figure: 'answers a second', ours: '5,000 /s', theirs: '10,000 /s', ratio: '0.50', met: undefined },
  ]);
  expect(rowsFor(3.1)[0]?.met).toBe(false);
});
