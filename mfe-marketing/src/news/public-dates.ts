import { type CalendarEvent, isOver, isWholeDay, listPublicEvents } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { dataOf } from '../loading/data-of.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Asks for the public events that are not over. */
export async function fetchPublicDates(now: Date, signal: AbortSignal): Promise<readonly CalendarEvent[]> {
  const from = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  const answer = await send(listPublicEvents, { query: { from }, credentials: 'omit', signal });
  const { items } = dataOf(answer);
  if (!Array.isArray(items)) throw new Error('The list of events has an unknown form.');
  return items.filter((event) => !isOver(event, now));
}

const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** Returns when an event is, by the clocks where it is; by the reader's where that is not known. */
export function describeDate({ date, end, ...event }: CalendarEvent): string {
  const isWhole = isWholeDay({ date, ...event });
  const form = { ...day, ...(!isWhole && time) };
  const format = formatIn(isWhole ? 'UTC' : event.timeZone, form);
  return end === undefined ? format.format(new Date(date)) : format.formatRange(new Date(date), new Date(end));
}

function formatIn(timeZone: string | undefined, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...form, ...(timeZone !== undefined && { timeZone }) });
  } catch {
    // This browser does not know the zone.
    return new Intl.DateTimeFormat('en-US', form);
  }
}
