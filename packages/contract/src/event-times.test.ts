import { newEventSchema } from './domains/events.ts';
import { eventsFrom, isOver, isTimeZone, isWholeDay, timesFault } from './event-times.ts';

test.each([
  [{ date: '2026-11-20' }, true],
  [{ date: '2026-11-20T00:00:00.000Z' }, true],
  [{ date: '2026-11-20T09:00:00Z' }, false],
  // Seven in the evening in New York.
  [{ date: '2026-11-20T00:00:00Z', timeZone: 'America/New_York' }, false],
  [{ date: '2026-11-20T00:00:00Z', allDay: false }, false],
  [{ date: '2026-11-20T00:00:00Z', allDay: true }, true],
])('%o is of whole days: %s', (times, expected) => {
  expect(isWholeDay(times)).toBe(expected);
});

test.each([
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['Asia/Kolkata', true],
  ['Asia/Calcutta', true],
  ['europe/berlin', false],
  ['+05:30', false],
  ['Mars/Olympus', false],
  ['', false],
  ['Europe/Berlin\r\nX', false],
  ['../../etc/passwd', false],
])('%j is a time zone: %s', (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});

describe('the times of an event', () => {
  const date = '2026-11-20T09:00:00Z';
  test.each([
    [{ date: '2026-11-20' }],
    [{ date: '2026-11-20', end: '2026-11-20', allDay: true }],
    [{ date: '2028-02-28', end: '2028-02-29', allDay: true }],
    [{ date, end: '2026-11-20T09:00:01Z' }],
    [{ date, end: null, timeZone: null }],
    [{ date: '2026-11-20T23:30:00-05:00', end: '2026-11-21T00:30:00-05:00', timeZone: 'America/New_York' }],
    [{ date: '2027-11-20', end: '2028-11-20', allDay: true }],
  ])('%o are right', (times) => {
    expect(timesFault(times)).toBeNull();
  });

  test.each([
    [{ date, end: '2026-11-20T08:59:59Z' }, 'end'],
    [{ date, end: date }, 'end'],
    [{ date, end: '2026-11-21' }, 'end'],
    [{ date: '2026-11-20', end: '2026-11-19' }, 'end'],
    [{ date: '2026-11-20', end: '2026-11-20T10:00:00Z' }, 'end'],
    [{ date: '2026-11-20', end: '2027-11-22' }, 'end'],
    [{ date, end: '2036-11-20T09:00:00Z' }, 'end'],
    [{ date, allDay: true }, 'date'],
    [{ date: '2026-11-20', allDay: false }, 'date'],
    [{ date: '2026-11-20', timeZone: 'Europe/Berlin' }, 'timeZone'],
    [{ date: '2026-11-20T00:00:00Z', allDay: true, timeZone: 'Europe/Berlin' }, 'timeZone'],
  ])('%o are not, and the field is %s', (times, field) => {
    expect(timesFault(times)?.field).toBe(field);
    const refused = newEventSchema.safeParse({ title: 'x', ...times });
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([[field]]);
  });
});

test('an event is over after its end, its last day or its beginning', () => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  const meeting = { date: '2026-11-20T09:00:00Z', end: '2026-11-20T10:00:00Z' };
  expect(isOver(meeting, at('09:59:59'))).toBe(false);
  expect(isOver(meeting, at('10:00:00'))).toBe(true);
  expect(isOver({ date: '2026-11-20T09:00:00Z' }, at('09:00:00'))).toBe(true);
});

test('whole days are over with the last one where the reader is, not by UTC', () => {
  const [day, days] = [{ date: '2026-11-20' }, { date: '2026-11-18T00:00:00.000Z', end: '2026-11-20T00:00:00.000Z' }];
  // Four in the afternoon in Los Angeles.
  const evening = new Date('2026-11-21T00:00:00Z');
  // Half past midnight in Auckland.
  const night = new Date('2026-11-20T11:30:00Z');
  for (const event of [day, days]) {
    expect(isOver(event, evening, '2026-11-20')).toBe(false);
    expect(isOver(event, evening, '2026-11-21')).toBe(true);
    expect(isOver(event, night, '2026-11-21')).toBe(true);
    const here = new Date(2026, 10, 20, 23, 59);
    expect(isOver(event, here)).toBe(false);
    expect(isOver(event, new Date(here.getTime() + 60_000))).toBe(true);
  }
});

it('an hour begins with its first moment, and is one of the day of the reader', () => {
  // The evening in Los Angeles; what was over before is asked for no more than that needs.
  expect(eventsFrom(new Date('2026-11-21T07:59:00Z'), '2026-11-20')).toBe('2026-11-20T23:00:00.000Z');
  expect(eventsFrom(new Date('2026-11-20T11:30:00Z'), '2026-11-21')).toBe('2026-11-20T11:00:00.000Z');
  const starts = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:59:59.999Z'].map((moment) =>
    eventsFrom(new Date(moment), '2026-11-20'),
  );
  expect(new Set(starts)).toEqual(new Set(['2026-11-20T09:00:00.000Z']));
});
