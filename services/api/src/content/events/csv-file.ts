import { type CalendarEvent, eventDay, isWholeDay } from '@cytocomm/contract';

/** Returns whom an event is for, in one cell. */
function audienceOf({ audience }: CalendarEvent): string {
  if (audience === undefined) return 'everybody signed in';
  return audience === 'public' ? audience : audience.join(' ');
}

/** Returns when an event begins or ends, in one cell: of whole days the day alone, which a spreadsheet moves into no zone. */
function momentOf(event: CalendarEvent, date: string | undefined): string {
  if (date === undefined) return '';
  return isWholeDay(event) ? eventDay(date) : date;
}

/** What a file for a spreadsheet has of each event. */
export const EVENTS_CSV = {
  name: 'events.csv',
  columns: ['title', 'begins', 'ends', 'wholeDays', 'timeZone', 'place', 'link', 'for', 'groups'],
  lineOf: (event: CalendarEvent) => [
    ...[event.title, momentOf(event, event.date), momentOf(event, event.end), isWholeDay(event) ? 'yes' : 'no'],
    ...[event.timeZone ?? '', event.place ?? '', event.url ?? '', audienceOf(event), (event.groups ?? []).join(';')],
  ],
  action: 'event.exported',
} as const;
