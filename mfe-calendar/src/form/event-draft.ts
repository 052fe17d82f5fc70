import type { CalendarEvent, EventAudience, EventChange, NewEvent, Role } from '@cytocomm/contract';
import { isWholeDay } from '@cytocomm/contract';
import { clockIn, knowsZone, momentIn, ownZone } from '@cytocomm/kit/dashboard';

/** What the form of an event holds; what is empty is left out. */
export interface EventDraft {
  readonly title: string;
  readonly wholeDays: boolean;
  /** Of whole days. */
  readonly day: string;
  readonly lastDay: string;
  /** By the clocks of the zone: `2026-11-20T15:30`. */
  readonly start: string | null;
  readonly end: string | null;
  readonly zone: string;
  readonly place: string;
  readonly url: string;
  readonly audience: 'everybody' | 'public' | 'roles';
  readonly roles: readonly Role[];
}

/** Returns what the form of a new event begins with. */
export const emptyDraft = (): EventDraft => ({
  title: '',
  wholeDays: true,
  day: '',
  lastDay: '',
  start: null,
  end: null,
  zone: ownZone(),
  place: '',
  url: '',
  audience: 'everybody',
  roles: [],
});

/** Returns the draft in what was stored; null for anything that is not a whole draft. */
export function readEventDraft(stored: unknown): EventDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const draft = { ...emptyDraft(), ...stored };
  const { title, wholeDays, day, lastDay, start, end, zone, place, url, audience, roles } = draft;
  const isDay = (text: unknown) => text === '' || (typeof text === 'string' && !Number.isNaN(Date.parse(text)));
  const isClock = (text: unknown) => text === null || (isDay(text) && text !== '');
  const isWhole =
    [title, place, url].every((text) => typeof text === 'string') &&
    typeof wholeDays === 'boolean' &&
    [day, lastDay].every(isDay) &&
    [start, end].every(isClock) &&
    typeof zone === 'string' &&
    knowsZone(zone) &&
    ['everybody', 'public', 'roles'].includes(audience) &&
    Array.isArray(roles) &&
    roles.every((role) => typeof role === 'string');
  return isWhole ? { title, wholeDays, day, lastDay, start, end, zone, place, url, audience, roles } : null;
}

function audienceOf(audience: EventAudience | undefined): Pick<EventDraft, 'audience' | 'roles'> {
  if (audience === undefined) return { audience: 'everybody', roles: [] };
  return audience === 'public' ? { audience, roles: [] } : { audience: 'roles', roles: audience };
}

/** Returns the draft that an event is. */
export function draftOf(event: CalendarEvent): EventDraft {
  const { title, date, end, timeZone, place = '', url = '', audience } = event;
  const common = { ...emptyDraft(), title, place, url, ...audienceOf(audience) };
  if (isWholeDay(event)) return { ...common, day: date.slice(0, 10), lastDay: end?.slice(0, 10) ?? '' };
  const zone = timeZone !== undefined && knowsZone(timeZone) ? timeZone : ownZone();
  const clock = (moment: string) => clockIn(zone, new Date(moment));
  return { ...common, wholeDays: false, start: clock(date), end: end === undefined ? null : clock(end), zone };
}

/** Returns what is missing for an event, in a sentence; null when there is enough. */
export function missingIn({ title, wholeDays, day, start }: EventDraft): string | null {
  const hasDate = wholeDays ? day !== '' : start !== null;
  if (title.trim() === '') return hasDate ? 'A title is needed first.' : 'A title and a date are needed first.';
  return hasDate ? null : 'A date is needed first.';
}

/** What is wrong in a draft, by field. */
export type DraftFaults = Partial<Readonly<Record<'lastDay' | 'start' | 'end' | 'url' | 'roles', string>>>;

const IN_GAP = 'At that time the clocks there go forward, so it does not exist. Choose another one.';

/** Returns what is wrong in a draft that misses nothing. */
export function faultsIn({ wholeDays, day, lastDay, start, end, zone, url, audience, roles }: EventDraft): DraftFaults {
  const [begins, ends] = [start && momentIn(zone, start), end && momentIn(zone, end)];
  const link = url.trim();
  return {
    ...(wholeDays && lastDay !== '' && lastDay < day && { lastDay: 'The last day must not be before the first one.' }),
    ...(!wholeDays && begins && begins.shown === 'never' && { start: IN_GAP }),
    ...(!wholeDays && ends && ends.shown === 'never' && { end: IN_GAP }),
    ...(!wholeDays && begins && ends && ends.moment <= begins.moment && { end: 'The end must be after the start.' }),
    ...(link !== '' && !link.startsWith('https://') && { url: 'A link begins with https://.' }),
    ...(audience === 'roles' && roles.length === 0 && { roles: 'Choose one role at least.' }),
  };
}

function timesOf({ wholeDays, day, lastDay, start, end, zone }: EventDraft) {
  if (wholeDays) return { date: day, allDay: true, ...(lastDay !== '' && lastDay !== day && { end: lastDay }) };
  const moment = (clock: string) => momentIn(zone, clock).moment.toISOString();
  return {
    date: start === null ? '' : moment(start),
    allDay: false,
    timeZone: zone,
    ...(end !== null && { end: moment(end) }),
  };
}

/** Returns the event that a draft without faults is. */
export function eventOf(draft: EventDraft): NewEvent {
  const [place, url] = [draft.place.trim(), draft.url.trim()];
  return {
    title: draft.title.trim(),
    ...timesOf(draft),
    ...(place !== '' && { place }),
    ...(url !== '' && { url }),
    ...(draft.audience === 'public' && { audience: 'public' }),
    ...(draft.audience === 'roles' && { audience: [...draft.roles] }),
  };
}

const FIELDS = ['title', 'date', 'end', 'allDay', 'timeZone', 'place', 'url', 'audience'] as const;

/** Returns what an edited draft changes of an event: what nobody touched is not sent. */
export function changeOf(event: CalendarEvent, draft: EventDraft): EventChange {
  const before = eventOf(draftOf(event));
  const after = eventOf(draft);
  const isSame = (field: (typeof FIELDS)[number]) => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  const changed = FIELDS.filter((field) => !isSame(field)).map((field) => [field, after[field] ?? null]);
  return Object.fromEntries(changed);
}
