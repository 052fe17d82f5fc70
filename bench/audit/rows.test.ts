import { auditRows, changeRows } from './rows.ts';

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

it('tells what a change costs several API processes beside one, of the middle rounds', () => {
  const round = (perSecond: number, apiMicros: number, databaseCalls: number, databaseMicros?: number) => ({
    ...{ perSecond, apiMicros, databaseCalls, databaseMicros },
    hearingMicros: apiMicros / 10,
  });
  const rows = changeRows([
    { processes: 1, rounds: [round(300, 2000, 5.5, 900), round(310, 1000, 4, 700), round(900, 1250, 5, 800)] },
    { processes: 2, rounds: [round(400, 1000, 5), round(600, 1600, 6)] },
    { processes: 4, rounds: [round(620, 1600, 5.51, 1000)] },
  ]);
  expect(rows.map(({ figure, ours, theirs, ratio, met }) => [figure, ours, theirs, ratio, met])).toEqual([
    ['by 1 process', '310 /s', '', '', undefined],
    ['for a second of a core of the API, by 1 process', '800', '', '', undefined],
    ['calls to the database, by 1 process', '5.00', '', '', undefined],
    ['processor time of hearing of it, by 1 process', '125 µs', '', '', undefined],
    ['processor time of the database, by 1 process', '800 µs', '', '', undefined],
    ['by 2 processes', '500 /s', '310 /s', '1.61', undefined],
    ['for a second of a core of the API, by 2 processes', '813', '800', '1.02', undefined],
    ['calls to the database, by 2 processes', '5.50', '5.00', '1.10', true],
    ['processor time of hearing of it, by 2 processes', '130 µs', '125 µs', '1.04', undefined],
    ['by 4 processes', '620 /s', '310 /s', '2.00', undefined],
    ['for a second of a core of the API, by 4 processes', '625', '800', '0.78', undefined],
    ['calls to the database, by 4 processes', '5.51', '5.00', '1.10', false],
    ['processor time of hearing of it, by 4 processes', '160 µs', '125 µs', '1.28', undefined],
    ['processor time of the database, by 4 processes', '1000 µs', '', '', undefined],
  ]);
});
