import { type Core, createEvents, type EventFields } from '@cytocomm/api/seeding';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** What a demo event has besides its day and title. */
type DemoDetails = Pick<EventFields, 'timeZone' | 'place' | 'url' | 'audience'> & {
  /** How long it lasts, of whole days how many more there are. */
  readonly hours?: number;
  readonly moreDays?: number;
};

/** Days from the day of seeding, the time of day in UTC for what is not a whole day, the title, and details. */
export type DemoEvent = readonly [days: number, time: string | undefined, title: string, details?: DemoDetails];

const NEW_YORK = 'America/New_York';

/** The demo events; the index in the list identifies the record. */
export const DEMO_EVENTS: readonly DemoEvent[] = [
  [-34, undefined, 'Results of the third quarter', { audience: ['public'] }],
  [-8, '13:00', 'Webinar: reading beating cells', { hours: 1, audience: ['public'] }],
  [
    3,
    '14:30',
    'Laboratory open for visitors',
    { hours: 3, timeZone: NEW_YORK, place: 'Buffalo', audience: ['public'] },
  ],
  [6, undefined, 'Board meeting', { audience: ['investor'] }],
  [6, '15:00', 'Call with investors', { hours: 1, timeZone: NEW_YORK, audience: ['investor'] }],
  [18, undefined, 'Release of the software', { audience: ['customer', 'developer'] }],
  [31, undefined, 'Annual general meeting', { place: 'Buffalo', audience: ['investor'] }],
  [47, undefined, 'Conference on preclinical models', { moreDays: 2, place: 'Berlin', audience: ['public'] }],
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
  for (const [index, [days, time, title, { hours, moreDays, ...details } = {}]] of events.entries()) {
    // A second run finds the event by its uid.
    const uid = `demo-event-${index + 1}@cytocomm.example`;
    const date = dateOf(now, days, time);
    const lasts = (moreDays ?? 0) * DAY_MS + (hours ?? 0) * HOUR_MS;
    const end = lasts === 0 ? {} : { end: new Date(date.getTime() + lasts) };
    if (await calendar.addOnce(uid, { title, date, ...end, ...details })) added += 1;
  }
  return added;
}
