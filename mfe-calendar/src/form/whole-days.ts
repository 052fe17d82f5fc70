import { addDays } from '../days/days.ts';
import type { EventDraft } from './event-draft.ts';

/** From when to when an event is that was one of whole days, until somebody says otherwise. */
const [FROM, TO] = ['09:00', '17:00'];

const dayOf = (clock: string | null): string => clock?.slice(0, 10) ?? '';
/** What ends at midnight is not on the day that begins then. */
const endsAtMidnight = ({ start, end }: EventDraft): boolean =>
  end?.endsWith('T00:00') === true && (start === null || start < end);
/** The time of day is kept of what stood there before. */
const clockOf = (day: string, before: string | null, time: string): string | null =>
  day === '' ? null : `${day}T${before?.slice(11) ?? time}`;

/** Returns what changes when an event of moments becomes one of whole days: it is on the days that it was on. */
export const toWholeDays = (draft: EventDraft): Partial<EventDraft> => ({
  wholeDays: true,
  day: dayOf(draft.start),
  lastDay: endsAtMidnight(draft) ? addDays(dayOf(draft.end), -1) : dayOf(draft.end),
  unreadable: [],
});

/** Returns an end that stays as far behind a start as it was before the start moved. */
export function movedAlong(end: string, before: string, start: string): string {
  const asUtc = (text: string) => new Date(text.includes('T') ? `${text}Z` : text).getTime();
  return new Date(asUtc(end) + asUtc(start) - asUtc(before)).toISOString().slice(0, end.length);
}

/** Returns what changes when an event of whole days becomes one of moments: it is on the days that it was on. */
export function toMoments(draft: EventDraft): Partial<EventDraft> {
  const dayOfEnd = draft.lastDay !== '' && endsAtMidnight(draft) ? addDays(draft.lastDay, 1) : draft.lastDay;
  const [start, end] = [clockOf(draft.day, draft.start, FROM), clockOf(dayOfEnd, draft.end, TO)];
  return {
    wholeDays: false,
    start,
    startIsSecond: draft.startIsSecond && start === draft.start,
    end,
    endIsSecond: draft.endIsSecond && end === draft.end,
    unreadable: [],
  };
}
