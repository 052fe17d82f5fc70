import { clockIn, isShownTwice, zoneRules } from './zone-rules.ts';

test.each([
  ['America/New_York', '2026-11-21T04:30:00Z', '2026-11-20T23:30:00.000Z'],
  ['Asia/Tokyo', '2026-11-21T04:30:00Z', '2026-11-21T13:30:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00Z', '2026-11-21T00:00:00.000Z'],
  // The hour that is there twice, and the one that is not there.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00.000Z'],
  ['UTC', '2028-02-29T12:00:00Z', '2028-02-29T12:00:00.000Z'],
])('the clocks of %s show at %s %s', (zone, moment, shown) => {
  expect(clockIn(zone, new Date(moment)).toISOString()).toBe(shown);
});

const lines = (zone: string, years: number[]) => zoneRules(zone, years)?.text.trimEnd().split('\r\n');

test('the rules of a zone with summer time: one part each, which comes every year', () => {
  expect(lines('Europe/Berlin', [2026, 2027, 2027])).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700329T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]);
});

test.each([
  ['Asia/Kathmandu', ['DTSTART:19700101T000000', 'TZOFFSETFROM:+0545', 'TZOFFSETTO:+0545']],
  // The southern summer runs over the new year.
  [
    'Australia/Sydney',
    [
      ...['DTSTART:19700405T030000', 'TZOFFSETFROM:+1100', 'TZOFFSETTO:+1000', 'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU'],
      ...[
        'DTSTART:19701004T020000',
        'TZOFFSETFROM:+1000',
        'TZOFFSETTO:+1100',
        'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU',
      ],
    ],
  ],
])('the rules of %s', (zone, expected) => {
  expect(lines(zone, [2026])?.filter((line) => !/^(BEGIN|END|TZID):/.test(line))).toEqual(expected);
});

test('a year in which the clocks were put forward and stayed so repeats under no rule', () => {
  expect(zoneRules('Europe/Istanbul', [2016])).toBeUndefined();
});

test('the rules of the year that most events are in', () => {
  const rules = zoneRules('America/New_York', [2006, 2026, 2027]);
  expect([2006, 2007, 2026, 2040].map((year) => rules?.holdIn(year))).toEqual([false, true, true, true]);
});

test('an hour is shown twice when the clocks are put back over it', () => {
  const isTwice = (zone: string, clock: string) => isShownTwice(zone, new Date(`${clock}:00Z`));
  expect(['00:59', '01:00', '01:59', '02:00'].map((time) => isTwice('America/New_York', `2027-11-07T${time}`))).toEqual(
    [...[false, true, true, false]],
  );
  expect(isTwice('America/New_York', '2027-03-14T01:30')).toBe(false);
  // By half an hour only.
  expect(['01:29', '01:30'].map((time) => isTwice('Australia/Lord_Howe', `2026-04-05T${time}`))).toEqual([false, true]);
});
