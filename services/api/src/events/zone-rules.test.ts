import { clockIn, zoneRules } from './zone-rules.ts';

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

const lines = (zone: string, years: number[]) => zoneRules(zone, years).trimEnd().split('\r\n');

test('the rules of a year with summer time: what it begins with, and each change on the minute', () => {
  expect(lines('Europe/Berlin', [2026])).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:STANDARD',
    'DTSTART:20251231T010000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20260329T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:20261025T030000',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'END:VTIMEZONE',
  ]);
});

test('a year is there once, and a zone without summer time has one offset in each', () => {
  expect(lines('Asia/Kathmandu', [2027, 2026, 2027]).filter((line) => /^(DTSTART|TZOFFSETTO)/.test(line))).toEqual([
    'DTSTART:20251231T054500',
    'TZOFFSETTO:+0545',
    'DTSTART:20261231T054500',
    'TZOFFSETTO:+0545',
  ]);
});

test('the southern summer runs over the new year', () => {
  expect(lines('Australia/Sydney', [2026]).filter((line) => line.startsWith('DTSTART'))).toEqual([
    'DTSTART:20251231T110000',
    'DTSTART:20260405T030000',
    'DTSTART:20261004T020000',
  ]);
});
