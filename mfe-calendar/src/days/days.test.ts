import { addDays, addMonths, describeDay, describeMonth, today, weekStart, weeksOf } from './days.ts';

it('moves by days over the end of months, years and leap days', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-11-20', 2, '2027-01-20'],
  ['2026-01-15', -1, '2025-12-15'],
])('moves %s by %d months to %s', (day, count, moved) => {
  expect(addMonths(day, count)).toBe(moved);
});

it('lays a month out in whole weeks from Sunday', () => {
  const november = weeksOf('2026-11');
  expect(november).toHaveLength(5);
  expect(november[0]?.[0]).toBe('2026-11-01');
  expect(november[4]).toEqual([
    '2026-11-29',
    '2026-11-30',
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
  ]);
  expect(weeksOf('2026-08')).toHaveLength(6);
  expect(weeksOf('2026-02')).toHaveLength(4);
  expect(weekStart('2026-11-20')).toBe('2026-11-15');
});

it('takes the present day where the person is', () => {
  expect(today(new Date(2026, 10, 20, 23, 59))).toBe('2026-11-20');
});

it('names days and months', () => {
  expect(describeDay('2026-11-20')).toBe('Friday, November 20, 2026');
  expect(describeMonth('2026-11')).toBe('November 2026');
});
