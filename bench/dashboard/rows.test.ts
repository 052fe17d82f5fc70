import { dashboardRows } from './rows.ts';

test('a list among many may take twice as long as among few', () => {
  const rows = dashboardRows({
    lists: [
      { asked: 'search by any part', few: 5, many: 10 },
      { asked: 'order and filter', few: 5, many: 10.2 },
    ],
    people: { few: 1000, many: 100_000 },
  });
  expect(rows).toMatchObject([
    { figure: 'search by any part among 100,000, p95', ours: '10.0 ms', against: 'among 1,000', met: true },
    { ours: '10.2 ms', theirs: '5.0 ms', target: '<= 2.00 x', met: false },
  ]);
});
