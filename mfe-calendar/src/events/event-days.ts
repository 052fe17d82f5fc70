import { type CalendarEvent, isWholeDay, MAX_EVENT_DAYS } from '@cytocomm/contract';
import { clockIn } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import { type Day, daysBetween } from '../days/days.ts';

/** Returns the first entries of a list, how many more there are, and what shows as many again. */
export function useShown<Item>(items: readonly Item[], step: number) {
  const [count, setCount] = useState(step);
  return {
    shown: items.slice(0, count),
    more: Math.max(items.length - count, 0),
    showMore: () => setCount((before) => before + step),
  };
}

/** Returns the first and the last day of an event where the reader is. */
function spanOf(event: CalendarEvent, zone: string): readonly [Day, Day] {
  const { date, end = date } = event;
  if (isWholeDay(event)) return [date.slice(0, 10), end.slice(0, 10)];
  const first = clockIn(zone, new Date(date)).slice(0, -'T00:00'.length);
  // What ends at midnight is not on the day that begins then.
  const last = Math.max(new Date(end).getTime() - 1, new Date(date).getTime());
  return [first, clockIn(zone, new Date(last)).slice(0, -'T00:00'.length)];
}

/** Returns the first day of an event where the reader is. */
export const firstDayOf = (event: CalendarEvent, zone: string): Day => spanOf(event, zone)[0];

/** Returns events by the days that they are on, where the reader is; whole days first, then by their time. */
export function eventsByDay(events: readonly CalendarEvent[], zone: string): ReadonlyMap<Day, CalendarEvent[]> {
  const byDay = new Map<Day, CalendarEvent[]>();
  const ordered = events.toSorted(
    (a, b) => Number(isWholeDay(b)) - Number(isWholeDay(a)) || a.date.localeCompare(b.date),
  );
  for (const event of ordered) {
    const [first, last] = spanOf(event, zone);
    for (const day of daysBetween(first, last, MAX_EVENT_DAYS + 1)) {
      const onDay = byDay.get(day);
      if (onDay) onDay.push(event);
      else byDay.set(day, [event]);
    }
  }
  return byDay;
}
