import { Types } from 'mongoose';
import { calendarFeed } from './feed.ts';
import type { EventRecord } from './model.ts';

let count = 0;
function event(fields: Partial<EventRecord>): EventRecord {
  count += 1;
  return {
    _id: new Types.ObjectId(),
    title: 'x',
    date: new Date('2026-11-20T10:00:00Z'),
    uid: `uid-${count}`,
    sequence: 0,
    updatedAt: new Date(0),
    ...fields,
  };
}

const log = { error: jest.fn() };
beforeEach(() => log.error.mockClear());

/** The lines of a feed, folded ones put together. */
const linesOf = (...events: EventRecord[]) => calendarFeed('Dates', events, log).replaceAll('\r\n ', '').split('\r\n');
const lineOf = (name: string, fields: Partial<EventRecord>) =>
  linesOf(event(fields)).filter((line) => line.startsWith(name));

it('names place and link, and escapes what would end a line', () => {
  const place = 'Room 4; "Lab", second\\floor';
  expect(lineOf('LOCATION', { place })).toEqual(['LOCATION:Room 4\\; "Lab"\\, second\\\\floor']);
  expect(lineOf('URL', { url: 'https://meet.example/ä?x=1,2;3' })).toEqual([
    'URL;VALUE=URI:https://meet.example/%C3%A4?x=1%2C2%3B3',
  ]);
});

it('ends whole days with the day after the last one', () => {
  const days = { date: new Date('2028-02-28'), end: new Date('2028-02-29') };
  expect(lineOf('DT', days).slice(1)).toEqual(['DTSTART;VALUE=DATE:20280228', 'DTEND;VALUE=DATE:20280301']);
  const last = { date: new Date('9999-12-30'), end: new Date('9999-12-31'), allDay: true };
  expect(lineOf('DTEND', last)).toEqual([]);
  expect(lineOf('DTSTART', { ...last, date: last.end })).toEqual(['DTSTART;VALUE=DATE:99991231']);
});

it('writes moments without a zone in UTC, with their end', () => {
  const times = { end: new Date('2026-11-20T11:30:00Z') };
  expect(lineOf('DT', times).slice(1)).toEqual(['DTSTART:20261120T100000Z', 'DTEND:20261120T113000Z']);
});

it('writes the clocks of the zone, with its rules', () => {
  const lines = linesOf(
    event({
      timeZone: 'America/New_York',
      date: new Date('2026-11-21T04:30:00Z'),
      end: new Date('2026-11-21T06:00:00Z'),
    }),
    event({ timeZone: 'America/New_York', date: new Date('2026-07-01T12:00:00Z') }),
    event({ timeZone: 'Asia/Tokyo' }),
  );
  expect(lines).toContain('DTSTART;TZID=America/New_York:20261120T233000');
  expect(lines).toContain('DTEND;TZID=America/New_York:20261121T010000');
  expect(lines).toContain('DTSTART;TZID=America/New_York:20260701T080000');
  expect(lines).toContain('DTSTART;TZID=Asia/Tokyo:20261120T190000');
  expect(lines.filter((line) => line.startsWith('TZID'))).toEqual(['TZID:America/New_York', 'TZID:Asia/Tokyo']);
  expect(lines).toContain('DTSTART:19700308T020000');
  expect(lines.indexOf('BEGIN:VTIMEZONE')).toBeLessThan(lines.indexOf('BEGIN:VEVENT'));
});

it('falls back to UTC where a zone cannot be written: before 1970, after 9999, and for one it does not know', () => {
  for (const [date, written] of [
    ['1066-10-14T09:00:00Z', '10661014T090000Z'],
    ['9999-12-31T23:00:00Z', '99991231T230000Z'],
  ] as const)
    expect(lineOf('DTSTART', { date: new Date(date), timeZone: 'Asia/Tokyo' })).toEqual([`DTSTART:${written}`]);
  expect(lineOf('DTSTART', { timeZone: 'Mars/Olympus' })).toEqual(['DTSTART:20261120T100000Z']);
});

it('has no injected line, and none over 75 bytes, for any text', () => {
  const hostile = `BEGIN:VALARM, ${'🧫'.repeat(40)}\\n END:VEVENT; ${'a'.repeat(80)}`;
  const text = calendarFeed(
    'Dates',
    [event({ title: hostile, place: hostile, url: 'https://x.example/%0D%0AX-A:b' })],
    log,
  );
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.match(/^(BEGIN|END|X-A)[:;].*/gm)?.map((line) => line.trimEnd())).toEqual([
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

it('has the same text while nothing has changed', () => {
  const same = event({ timeZone: 'Europe/Berlin', place: 'x' });
  expect(calendarFeed('Dates', [same], log)).toBe(calendarFeed('Dates', [same], log));
});

it('leaves out an event that cannot be written, logs it, and writes the others', () => {
  const broken = [
    event({ url: 'no address' }),
    event({ date: new Date(Number.NaN) }),
    event({ uid: 'x', date: Object() }),
  ];
  const lines = linesOf(event({ title: 'before' }), ...broken, event({ title: 'after', timeZone: 'Asia/Tokyo' }));
  expect(lines.filter((line) => line.startsWith('SUMMARY'))).toEqual(['SUMMARY:before', 'SUMMARY:after']);
  expect(lines).toContain('BEGIN:VTIMEZONE');
  expect(log.error.mock.calls.map(([{ record }]) => record)).toEqual(broken.map(({ _id }) => String(_id)));
});

it.each(['UTC', 'Etc/UTC', 'GMT', 'Zulu', 'etc/utc'])('writes times in %s without a zone', (timeZone) => {
  const lines = linesOf(event({ timeZone, end: new Date('2026-11-20T11:00:00Z') }));
  expect(lines).toEqual(expect.arrayContaining(['DTSTART:20261120T100000Z', 'DTEND:20261120T110000Z']));
  expect(lines).not.toContain('BEGIN:VTIMEZONE');
  expect(log.error).not.toHaveBeenCalled();
});

it('writes the hour that a zone has twice in UTC, and the hours around it by its clocks', () => {
  const times = ['04:59', '05:00', '05:30', '06:30', '06:59', '07:00'].map((time) => `2027-11-07T${time}:00Z`);
  const begins = times.flatMap((time) => lineOf('DTSTART', { timeZone: 'America/New_York', date: new Date(time) }));
  expect(begins.filter((line) => /2027/.test(line))).toEqual([
    'DTSTART;TZID=America/New_York:20271107T005900',
    'DTSTART:20271107T050000Z',
    'DTSTART:20271107T053000Z',
    'DTSTART:20271107T063000Z',
    'DTSTART:20271107T065900Z',
    'DTSTART;TZID=America/New_York:20271107T020000',
  ]);
});

it('writes times in UTC in years that follow other rules than most', () => {
  const of = (year: number) => event({ timeZone: 'America/New_York', date: new Date(`${year}-07-01T12:00:00Z`) });
  const lines = linesOf(of(2006), of(2026), of(2027));
  expect(lines.filter((line) => /^DTSTART.*0701T/.test(line))).toEqual([
    'DTSTART:20060701T120000Z',
    'DTSTART;TZID=America/New_York:20260701T080000',
    'DTSTART;TZID=America/New_York:20270701T080000',
  ]);
});
