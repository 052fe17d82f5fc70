import { createHash } from 'node:crypto';
import { ICalCalendar, ICalCalendarMethod } from 'ical-generator';
import type { EventRecord } from './model.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How often calendar programs are asked to look again. */
const REFRESH_SECONDS = 60 * 60;

/** The events as iCalendar (RFC 5545), with the entity tag of exactly this text. */
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
      // Not the moment of reading: the same events are the same text, so that an unchanged feed is not sent again.
      stamp: updatedAt,
      lastModified: updatedAt,
    })),
  });
  // Every line ends with CRLF, the last one too; the library leaves that one open.
  const text = `${calendar.toString()}\r\n`;
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
