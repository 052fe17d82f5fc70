import { type AdminEventListQuery, type CalendarEvent, type EventSort, isOver, isWholeDay } from '@cytocomm/contract';
import { fold, holdsWords } from './search-words.ts';

/** Whether an event is over at a moment for the server, which knows no reader's day. */
export const isOverByUtc = (event: CalendarEvent, now: Date): boolean =>
  isOver(event, now, now.toISOString().slice(0, 10));

/** Whether an event is one of those that the admins' list asks for. */
export function isWantedEvent(event: CalendarEvent, query: AdminEventListQuery): boolean {
  const { search = '', when, audience: wanted, allDay } = query;
  const now = new Date();
  const { today = now.toISOString().slice(0, 10) } = query;
  const audience = [event.audience ?? 'signed_in'].flat();
  return (
    holdsWords([event.title, event.place ?? ''], search) &&
    (when === undefined || isOver(event, now, today) === (when === 'past')) &&
    (wanted === undefined || audience.includes(wanted)) &&
    (allDay === undefined || isWholeDay(event) === (allDay === 'true'))
  );
}

/** Returns how the admins' list orders its events. */
export function eventOrder(sort: EventSort = 'date') {
  const isByTitle = sort.endsWith('title');
  const keyOf = ({ title, date, id }: CalendarEvent) => `${isByTitle ? fold(title) : date}\u0000${id}`;
  return (a: CalendarEvent, b: CalendarEvent) => (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
}
