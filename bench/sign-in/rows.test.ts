import { signInRows } from './rows.ts';

test('a lookup must reach its share of the bare handler’s, a search may take so many times as long, and answers tell nothing', () => {
  const rowsFor = (portal: number, many: number) =>
    signInRows({
      completions: [90, 100, 80],
      lookups: { portal: [portal, 10], bare: [500, 1000] },
      searches: { few: 2, many },
      answers: [
        { call: 'a wrong code', approved: 11, stranger: 10 },
        { call: 'a wrong token', approved: 10, stranger: many + 7.5 },
      ],
      people: { few: 1000, many: 100_000 },
    });
  expect(rowsFor(900, 4)).toMatchObject([
    { figure: 'completions', ours: '100 /s', theirs: '', target: '', met: undefined },
    { figure: 'lookup with a bearer token', theirs: '1,000 /s', ratio: '0.90', target: '>= 0.90 x', met: true },
    { figure: 'search among 100,000, p95', ours: '4.0 ms', against: 'among 1,000', target: '<= 2.00 x', met: true },
    { figure: 'a wrong code, approved', ours: '11.0 ms', against: 'a stranger', target: '<= 1.10 x', met: true },
    { figure: 'a wrong token, a stranger', theirs: '10.0 ms', ratio: '1.15', met: false },
  ]);
  expect(rowsFor(899, 4.1).map(({ met }) => met)).toEqual([undefined, false, false, true, false]);
});
