import { buildEvent } from '@cytocomm/test-kit';
import { describeTimes } from './EventLine.tsx';
import { eventsByDay } from './event-days.ts';

const [NEW_YORK, TOKYO] = ['America/New_York', 'Asia/Tokyo'];
const late = buildEvent({ date: '2026-11-21T04:30:00.000Z', end: '2026-11-21T06:00:00.000Z', timeZone: NEW_YORK });
const daysOf = (event: typeof late, zone: string) => [...eventsByDay([event], zone).keys()];

it('puts 23:30 in New York on both days there, and on the next one in Tokyo', () => {
  expect(daysOf(late, NEW_YORK)).toEqual(['2026-11-20', '2026-11-21']);
  expect(daysOf(late, TOKYO)).toEqual(['2026-11-21']);
});

it.each([
  [{ date: '2026-11-20T00:00:00.000Z' }, ['2026-11-20']],
  [
    { date: '2028-02-28T00:00:00.000Z', end: '2028-03-01T00:00:00.000Z', allDay: true },
    ['2028-02-28', '2028-02-29', '2028-03-01'],
  ],
  [{ date: '9999-12-31T00:00:00.000Z' }, ['9999-12-31']],
])('whole days %o are the same everywhere', (times, days) => {
  for (const zone of [NEW_YORK, TOKYO, 'Pacific/Kiritimati']) expect(daysOf(buildEvent(times), zone)).toEqual(days);
});

it('leaves out the day that begins when an event ends', () => {
  const evening = buildEvent({ date: '2026-11-20T20:00:00.000Z', end: '2026-11-21T00:00:00.000Z', allDay: false });
  expect(daysOf(evening, 'UTC')).toEqual(['2026-11-20']);
});

it('orders a day: whole days first, then by time', () => {
  const titled = (title: string, date: string) => buildEvent({ title, date });
  const events = [
    titled('b', '2026-11-20T10:00:00.000Z'),
    titled('a', '2026-11-20T09:00:00.000Z'),
    titled('day', '2026-11-20T00:00:00.000Z'),
  ];
  expect(
    eventsByDay(events, 'UTC')
      .get('2026-11-20')
      ?.map(({ title }) => title),
  ).toEqual(['day', 'a', 'b']);
});

it('sorts 2,000 events of a month within a moment', () => {
  const events = Array.from({ length: 2000 }, (_, index) =>
    buildEvent({ date: new Date(Date.UTC(2026, 10, 1 + (index % 30), index % 24, 1)).toISOString(), timeZone: TOKYO }),
  );
  const byDay = eventsByDay(events, NEW_YORK);
  expect([...byDay.values()].flat()).toHaveLength(2000);
});

const plain = (text: string | null) => text?.replaceAll(/[\u2009\u202f\u00a0]/g, ' ');

it('tells times where the reader is, and the zone of the event where its clocks show another time', () => {
  const inTokyo = describeTimes(late, TOKYO);
  expect(plain(inTokyo.here)).toBe('Nov 21, 2026, 1:30 – 3:00 PM GMT+9');
  expect(plain(inTokyo.there)).toBe('Nov 20, 2026, 11:30 PM – Nov 21, 2026, 1:00 AM in America/New_York');
  expect(describeTimes(late, NEW_YORK).there).toBeNull();
  expect(describeTimes(late, 'America/Toronto').there).toBeNull();
  expect(describeTimes({ ...late, timeZone: 'Mars/Olympus' }, TOKYO).there).toBeNull();
  expect(plain(describeTimes(buildEvent({ date: '2026-11-20T00:00:00.000Z' }), NEW_YORK).here)).toBe('Nov 20, 2026');
});
