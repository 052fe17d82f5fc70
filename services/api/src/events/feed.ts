import { isWholeDay } from '@cytocomm/contract';
import { ICalCalendar, ICalCalendarMethod, type ICalDayJsStub } from 'ical-generator';
import type { EventRecord } from './model.ts';
import { clockIn, zoneRules } from './zone-rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How often calendar programs should poll, in seconds. */
const REFRESH_SECONDS = 60 * 60;
/** Zones are as they are today only from here on; and a year has four digits. */
const [FIRST_ZONED_YEAR, LAST_YEAR] = [1970, 9999];

/** Returns the events as iCalendar (RFC 5545), under this name. */
export function calendarFeed(name: string, events: readonly EventRecord[]): string {
  const yearsOf = new Map<string, Set<number>>();
  const calendar = new ICalCalendar({
    name,
    prodId: { company: 'Cytocomm', product: 'Portal', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: (zone) => zoneRules(zone, yearsOf.get(zone) ?? []) },
    events: events.map((event) => {
      const { uid, sequence, title, place, url, updatedAt } = event;
      return {
        id: uid,
        sequence,
        summary: title,
        ...(place !== undefined && { location: place }),
        ...(url !== undefined && { url: uriOf(url) }),
        ...timesOf(event, yearsOf),
        // Not the current time: an unchanged feed keeps its tag.
        stamp: updatedAt,
        lastModified: updatedAt,
      };
    }),
  });
  // The library omits the last CRLF.
  return `${calendar.toString()}\r\n`;
}

/** Returns a web address as a URI, which has ASCII only, and nothing that the library would escape as if it were text. */
const uriOf = (url: string): string => new URL(url).href.replaceAll(',', '%2C').replaceAll(';', '%3B');

function timesOf({ date, end, allDay, timeZone }: EventRecord, yearsOf: Map<string, Set<number>>) {
  if (isWholeDay({ date: date.toISOString(), allDay, timeZone })) {
    // Here the end is the day after the last one; the day after all days cannot be written.
    const after = end === undefined ? undefined : new Date(end.getTime() + DAY_MS);
    return { allDay: true, start: date, ...(after && after.getUTCFullYear() <= LAST_YEAR && { end: after }) };
  }
  const clocks = timeZone === undefined ? undefined : clocksOf(timeZone, end === undefined ? [date] : [date, end]);
  if (timeZone === undefined || clocks === undefined) return { start: date, ...(end && { end }) };
  const years = yearsOf.get(timeZone) ?? new Set();
  for (const clock of clocks) years.add(clock.getUTCFullYear());
  yearsOf.set(timeZone, years);
  return { timezone: timeZone, start: zoned(date, timeZone), ...(end && { end: zoned(end, timeZone) }) };
}

/** Returns what the clocks of a zone show at some moments; undefined when a feed can name those in UTC only. */
function clocksOf(zone: string, moments: readonly Date[]): readonly Date[] | undefined {
  try {
    const clocks = moments.map((moment) => clockIn(zone, moment));
    const areWritable = clocks.every((clock) => {
      const year = clock.getUTCFullYear();
      return year >= FIRST_ZONED_YEAR && year <= LAST_YEAR;
    });
    return areWritable ? clocks : undefined;
  } catch {
    // A zone that another process knew when the event was added.
    return undefined;
  }
}

/** Returns a moment as the library takes it from libraries of dates that know zones. */
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
