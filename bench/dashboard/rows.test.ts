import { dashboardRows } from './rows.ts';

test('lists among many may take twice as long as among few, and the overview may weigh what the dashboard did', () => {
  const rows = dashboardRows({
    people: [{ asked: 'search by any part', few: 5, many: 10 }],
    content: [{ asked: 'search of events', few: 5, many: 10.2 }],
    records: { few: 1000, many: 100_000 },
    firstList: { people: { few: 100, many: 10_000 }, few: [800, 900, 1000], many: [1000, 1100, 4000] },
    visits: [
      { path: '/dashboard/admin', bytes: 532_021 },
      { path: '/dashboard/admin/users', bytes: 600_000 },
      { path: '/dashboard/investor', bytes: 600_000 },
    ],
  });
  expect(rows).toMatchObject([
    { figure: 'search by any part among 100,000, p95', ours: '10.0 ms', against: 'among 1,000', met: true },
    { where: 'content', ours: '10.2 ms', theirs: '5.0 ms', target: '<= 2.00 x', met: false },
    {
      figure: 'first list of 10,000, interactive',
      ours: '1100.0 ms',
      against: 'of 100',
      theirs: '900.0 ms',
      met: true,
    },
    { where: 'first visit', ours: '532,021 bytes', theirs: '', target: '<= 532,020 bytes', met: false },
    { figure: '/dashboard/admin/users', ours: '600,000 bytes', target: '', met: undefined },
    { figure: '/dashboard/investor', ours: '600,000 bytes', target: '', met: undefined },
  ]);
});
