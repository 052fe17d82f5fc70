import { createHash } from 'node:crypto';
import ical, { ICalCalendarMethod } from 'ical-generator';
import type { EventRecord } from './model.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** An iCalendar feed, and the tag by which a calendar knows that it has it already. */
export interface CalendarFeed {
  readonly text: string;
  readonly etag: string;
}

/** The events as iCalendar (RFC 5545). The same events give the same text. */
export function calendarFeed(events: readonly EventRecord[], publicUrl: string): CalendarFeed {
  const calendar = ical({
    name: 'Cytocomm',
    description: 'Events of Cytocomm',
    prodId: { company: 'Cytocomm', product: 'Portal', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 3600,
    url: `${publicUrl}/dashboard`,
  });
  for (const { uid, sequence, title, date, createdAt, updatedAt } of events) {
    const allDay = date.getTime() % DAY_MS === 0;
    calendar.createEvent({
      id: uid,
      sequence,
      summary: title,
      start: date,
      end: new Date(date.getTime() + (allDay ? DAY_MS : HOUR_MS)),
      allDay,
      timezone: 'UTC',
      // When the event was last written, not when somebody asked: a feed that did not change must not look changed.
      stamp: updatedAt,
      created: createdAt,
      lastModified: updatedAt,
    });
  }
  const text = calendar.toString();
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
