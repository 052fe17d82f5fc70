import type { Core } from '../core.ts';
import { createEvents } from '../events/service.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days from the day of seeding, the time of day in UTC for what is not a whole day, and the title. */
export type DemoEvent = readonly [days: number, time: string | undefined, title: string];

/** The demo events; the index in the list identifies the record. */
export const DEMO_EVENTS: readonly DemoEvent[] = [
  [-34, undefined, 'Results of the third quarter'],
  [-8, '13:00', 'Webinar: reading beating cells'],
  [3, '09:30', 'Laboratory open for visitors'],
  [6, undefined, 'Board meeting'],
  [6, '15:00', 'Call with investors'],
  [18, undefined, 'Release of the software'],
  [31, undefined, 'Annual general meeting'],
  [47, undefined, 'Conference on preclinical models'],
];

function dateOf(now: Date, days: number, time: string | undefined): Date {
  const day = new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return new Date(`${day}T${time ?? '00:00'}:00Z`);
}

/** Adds those of the events that are missing, around the present day. Returns how many. */
export async function seedEvents(core: Core, events: readonly DemoEvent[]): Promise<number> {
  const calendar = createEvents(core);
  const now = new Date();
  let added = 0;
  for (const [index, [days, time, title]] of events.entries()) {
    // A second run finds the event by its uid.
    const uid = `demo-event-${index + 1}@cytocomm.example`;
    if (await calendar.addOnce(uid, { title, date: dateOf(now, days, time) })) added += 1;
  }
  return added;
}
