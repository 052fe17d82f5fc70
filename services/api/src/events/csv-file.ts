import { type CalendarEvent, isWholeDay } from '@cytocomm/contract';

/** Returns whom an event is for, in one cell. */
function audienceOf({ audience }: CalendarEvent): string {
  if (audience === undefined) return 'everybody signed in';
  return audience === 'public' ? audience : audience.join(' ');
}

/** What a file for a spreadsheet has of each event. */
export const EVENTS_CSV = {
  name: 'events.csv',
  columns: ['title', 'begins', 'ends', 'wholeDays', 'timeZone', 'place', 'link', 'for'],
  lineOf: (event: CalendarEvent) => [
    ...[event.title, event.date, event.end ?? '', isWholeDay(event) ? 'yes' : 'no'],
    ...[event.timeZone ?? '', event.place ?? '', event.url ?? '', audienceOf(event)],
  ],
  action: 'event.exported',
} as const;
