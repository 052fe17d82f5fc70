import { type CalendarEvent, eventDay, isWholeDay } from '@cytocomm/contract';
import { ICalCalendar, ICalCalendarMethod, type ICalDayJsStub, ICalEvent } from 'ical-generator';
import type { Logger } from 'pino';
import { presentAll } from '../../platform/lists/pages.ts';
import type { EventRecord } from './model.ts';
import { clockIn, FIRST_ZONED_YEAR, isShownTwice, isUtc, type ZoneRules, zoneRules } from './zone-rules.ts';

/** Returns the audience as one cell. */
function audienceOf({ audience }: CalendarEvent): string {
  if (audience === undefined) return 'everybody signed in';
  return audience === 'public' ? audience : audience.join(' ');
}

/** Returns a time as one cell; for whole days only the day, so that spreadsheets do not shift it. */
function momentOf(event: CalendarEvent, date: string | undefined): string {
  if (date === undefined) return '';
  return isWholeDay(event) ? eventDay(date) : date;
}

/** The columns of an event in a CSV export. */
export const EVENTS_CSV = {
  name: 'events.csv',
  columns: ['title', 'begins', 'ends', 'wholeDays', 'timeZone', 'place', 'link', 'for', 'groups'],
  lineOf: (event: CalendarEvent) => [
    ...[event.title, momentOf(event, event.date), momentOf(event, event.end), isWholeDay(event) ? 'yes' : 'no'],
    ...[event.timeZone ?? '', event.place ?? '', event.url ?? '', audienceOf(event), (event.groups ?? []).join(';')],
  ],
  action: 'event.exported',
} as const;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Poll interval for calendar programs, in seconds. */
const REFRESH_SECONDS = 60 * 60;
/** A year has four digits. */
const LAST_YEAR = 9999;

/** Returns the events as iCalendar (RFC 5545), under this name. */
export function calendarFeed(name: string, events: readonly EventRecord[], log: Pick<Logger, 'error'>): string {
  const yearsOf = new Map(events.map((event) => [event, zonedYearsOf(event)]));
  const rules = rulesFor(yearsOf);
  const calendar = new ICalCalendar({
    name,
    prodId: { company: 'Cytocomm', product: 'Portal', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: (zone) => rules.get(zone)?.text ?? null },
  });
  const written = presentAll(log, events, (event) => {
    const { uid, sequence, title, place, url, updatedAt } = event;
    const entry = new ICalEvent(
      {
        id: uid,
        sequence,
        summary: title,
        ...(place !== undefined && { location: place }),
        ...(url !== undefined && { url: uriOf(url) }),
        ...timesOf(event, yearsOf.get(event) ?? [], rules),
        // Not the current time: an unchanged feed keeps its tag.
        stamp: updatedAt,
        lastModified: updatedAt,
      },
      calendar,
    );
    // Throws if the calendar cannot write it.
    entry.toString();
    return entry;
  });
  calendar.events(written);
  // The library omits the last CRLF.
  return `${calendar.toString()}\r\n`;
}

/** Returns a URL in ASCII, without characters that the library would escape as text. */
const uriOf = (url: string): string => new URL(url).href.replaceAll(',', '%2C').replaceAll(';', '%3B');

/** Returns the rules of each zone that events name. */
function rulesFor(events: ReadonlyMap<EventRecord, readonly number[]>): ReadonlyMap<string, ZoneRules> {
  const yearsOf = new Map<string, number[]>();
  for (const [{ timeZone = '' }, years] of events) {
    const yearsOfZone = yearsOf.get(timeZone);
    if (yearsOfZone === undefined) yearsOf.set(timeZone, [...years]);
    else yearsOfZone.push(...years);
  }
  const rules = [...yearsOf].map(([zone, years]) => [zone, zoneRules(zone, years)] as const);
  return new Map(rules.flatMap(([zone, found]) => (found === undefined ? [] : [[zone, found]])));
}

/** Returns the local years of an event; none if a feed can only give its times in UTC. */
function zonedYearsOf({ date, end, timeZone }: EventRecord): readonly number[] {
  try {
    // UTC is not a zone to calendar programs.
    if (timeZone === undefined || isUtc(timeZone)) return [];
    const clocks = [date, ...(end === undefined ? [] : [end])].map((moment) => clockIn(timeZone, moment));
    const years = clocks.map((clock) => clock.getUTCFullYear());
    const areWritable = years.every((year) => year >= FIRST_ZONED_YEAR && year <= LAST_YEAR);
    return areWritable && !clocks.some((clock) => isShownTwice(timeZone, clock)) ? years : [];
  } catch {
    // A zone that this process does not know.
    return [];
  }
}

function timesOf(event: EventRecord, years: readonly number[], rules: ReadonlyMap<string, ZoneRules>) {
  const { date, end, allDay, timeZone = '' } = event;
  if (isWholeDay({ date: date.toISOString(), allDay, timeZone: event.timeZone })) {
    // In iCalendar the end is the day after the last one, unless that is beyond the year 9999.
    const after = end === undefined ? undefined : new Date(end.getTime() + DAY_MS);
    return { allDay: true, start: date, ...(after && after.getUTCFullYear() <= LAST_YEAR && { end: after }) };
  }
  const ofZone = rules.get(timeZone);
  if (years.length === 0 || ofZone === undefined || !years.every(ofZone.holdIn))
    return { start: date, ...(end && { end }) };
  return { timezone: timeZone, start: zoned(date, timeZone), ...(end && { end: zoned(end, timeZone) }) };
}

/** Returns a moment in a zone, in the form that the library accepts. */
function zoned(moment: Date, zone: string): ICalDayJsStub {
  const clock = clockIn(zone, moment).toISOString();
  const [day, time] = [clock.slice(0, 10).replaceAll('-', ''), clock.slice(11, 19).replaceAll(':', '')];
  return {
    format: (form) => (form === 'HHmmss' ? time : day),
    isValid: () => true,
    toDate: () => moment,
    toJSON: () => moment.toISOString(),
  };
}
