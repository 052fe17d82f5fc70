import { eventDay } from './event-times.ts';

test.each([
  ['2026-11-20T23:30:00.000Z', '2026-11-20'],
  ['2026-11-20T23:30:00-05:00', '2026-11-21'],
  ['2026-11-20', '2026-11-20'],
])('the day of %s is %s', (date, day) => {
  expect(eventDay(date)).toBe(day);
});
