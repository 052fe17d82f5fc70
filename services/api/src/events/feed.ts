import { createHash } from 'node:crypto';
import { ICalCalendar, ICalCalendarMethod } from 'ical-generator';
import type { EventRecord } from './model.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How often calendar programs should poll, in seconds. */
const REFRESH_SECONDS = 60 * 60;

/** Returns the events as iCalendar (RFC 5545) with an entity tag. */
export function calendarFeed(events: readonly EventRecord[]): { readonly text: string; readonly etag: string } {
  const calendar = new ICalCalendar({
    name: 'Cytocomm events',
    prodId: { company: 'Cytocomm', product: 'Portal', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
    events: events.map(({ uid, sequence, title, date, updatedAt }) => ({
      id: uid,
      sequence,
      summary: title,
      start: date,
      allDay: date.getTime() % DAY_MS === 0,
      // Not the current time: an unchanged feed keeps its tag.
      stamp: updatedAt,
      lastModified: updatedAt,
    })),
  });
  // The library omits the last CRLF.
  const text = `${calendar.toString()}\r\n`;
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
