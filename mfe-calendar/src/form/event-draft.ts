import type { CalendarEvent, EventAudience, EventChange, NewEvent, Role } from '@cytocomm/contract';
import { isWholeDay } from '@cytocomm/contract';
import { clockIn, faultOfClock, isSecondIn, knowsZone, momentIn, ownZone } from '@cytocomm/kit/dashboard';

/** A field in which a date stands. */
export type DateField = 'day' | 'lastDay' | 'start' | 'end';

/** What the form of an event holds; what is empty is left out. */
export interface EventDraft {
  readonly title: string;
  readonly wholeDays: boolean;
  /** Of whole days. */
  readonly day: string;
  readonly lastDay: string;
  /** By the clocks of the zone: `2026-11-20T15:30`. */
  readonly start: string | null;
  /** The second of two, where those clocks show `start` twice. */
  readonly startIsSecond: boolean;
  readonly end: string | null;
  readonly endIsSecond: boolean;
  readonly zone: string;
  readonly place: string;
  readonly url: string;
  readonly audience: 'everybody' | 'public' | 'roles';
  readonly roles: readonly Role[];
  /** For whom alone among them; none: for all of them. */
  readonly groups: readonly string[];
  /** Where something stands that is no date; those fields have no value. */
  readonly unreadable: readonly DateField[];
}

/** Returns what the form of a new event begins with. */
export const emptyDraft = (): EventDraft => ({
  title: '',
  wholeDays: true,
  day: '',
  lastDay: '',
  start: null,
  startIsSecond: false,
  end: null,
  endIsSecond: false,
  zone: ownZone(),
  place: '',
  url: '',
  audience: 'everybody',
  roles: [],
  groups: [],
  unreadable: [],
});

/** Returns the draft in what was stored; null for anything that is not a whole draft. */
export function readEventDraft(stored: unknown): EventDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const draft = { ...emptyDraft(), ...stored };
  const { title, wholeDays, day, lastDay, start, startIsSecond, end, endIsSecond, zone } = draft;
  const { place, url, audience, roles, groups } = draft;
  const isDay = (text: unknown) => text === '' || (typeof text === 'string' && !Number.isNaN(Date.parse(text)));
  const isClock = (text: unknown) => text === null || (isDay(text) && text !== '');
  const isWhole =
    [title, place, url].every((text) => typeof text === 'string') &&
    [wholeDays, startIsSecond, endIsSecond].every((choice) => typeof choice === 'boolean') &&
    [day, lastDay].every(isDay) &&
    [start, end].every(isClock) &&
    typeof zone === 'string' &&
    knowsZone(zone) &&
    ['everybody', 'public', 'roles'].includes(audience) &&
    [roles, groups].every((list) => Array.isArray(list) && list.every((each) => typeof each === 'string'));
  const times = { wholeDays, day, lastDay, start, startIsSecond, end, endIsSecond, zone };
  // What could not be read has gone with its field.
  return isWhole ? { title, ...times, place, url, audience, roles, groups, unreadable: [] } : null;
}

function audienceOf(audience: EventAudience | undefined): Pick<EventDraft, 'audience' | 'roles'> {
  if (audience === undefined) return { audience: 'everybody', roles: [] };
  return audience === 'public' ? { audience, roles: [] } : { audience: 'roles', roles: audience };
}

/** Returns the draft that an event is. */
export function draftOf(event: CalendarEvent): EventDraft {
  const { title, date, end, timeZone, place = '', url = '', audience, groups = [] } = event;
  const common = { ...emptyDraft(), title, place, url, ...audienceOf(audience), groups };
  if (isWholeDay(event)) return { ...common, day: date.slice(0, 10), lastDay: end?.slice(0, 10) ?? '' };
  const zone = timeZone !== undefined && knowsZone(timeZone) ? timeZone : ownZone();
  const [start, last] = [new Date(date), end === undefined ? null : new Date(end)];
  return {
    ...common,
    wholeDays: false,
    start: clockIn(zone, start),
    startIsSecond: isSecondIn(zone, start),
    end: last && clockIn(zone, last),
    endIsSecond: last !== null && isSecondIn(zone, last),
    zone,
  };
}

const DATE_NAMES: Readonly<Record<DateField, string>> = {
  day: 'date',
  lastDay: 'last day',
  start: 'start',
  end: 'end',
};

/** Returns which fields hold something that is no date. */
function unreadableIn({ unreadable }: EventDraft): string[] {
  if (unreadable.length === 0) return [];
  const names = unreadable.map((field) => `the ${DATE_NAMES[field]}`).join(' and ');
  return [`Correct or clear ${names} first: no date can be read there.`];
}

function neededOf(hasTitle: boolean, hasDate: boolean): string[] {
  if (hasTitle) return hasDate ? [] : ['A date is needed first.'];
  return [hasDate ? 'A title is needed first.' : 'A title and a date are needed first.'];
}

/** Returns what is missing for an event or cannot be read, in sentences; null when there is enough. */
export function missingIn(draft: EventDraft): string | null {
  const { title, wholeDays, day, start, unreadable } = draft;
  const hasDate = wholeDays ? day !== '' || unreadable.includes('day') : start !== null || unreadable.includes('start');
  const needed = neededOf(title.trim() !== '', hasDate);
  return [...needed, ...unreadableIn(draft)].join(' ') || null;
}

/** What is wrong in a draft, by field. */
export type DraftFaults = Partial<Readonly<Record<'lastDay' | 'start' | 'end' | 'url' | 'roles', string>>>;

/** Returns when an event of moments begins and ends. */
function momentsOf({ zone, start, startIsSecond, end, endIsSecond }: EventDraft) {
  return {
    begins: start === null ? null : momentIn(zone, start, startIsSecond).moment,
    ends: end === null ? null : momentIn(zone, end, endIsSecond).moment,
  };
}

function faultsInMoments(draft: EventDraft): DraftFaults {
  const { zone, start, end } = draft;
  const { begins, ends } = momentsOf(draft);
  const startGap = start === null ? undefined : faultOfClock(zone, start);
  const endGap = end === null ? undefined : faultOfClock(zone, end);
  const endFault = begins && ends && ends <= begins ? 'The end must be after the start.' : endGap;
  return { ...(startGap && { start: startGap }), ...(endFault && { end: endFault }) };
}

/** Returns what is wrong in a draft that misses nothing. */
export function faultsIn(draft: EventDraft): DraftFaults {
  const { wholeDays, day, lastDay, url, audience, roles } = draft;
  const link = url.trim();
  return {
    ...(wholeDays ? {} : faultsInMoments(draft)),
    ...(wholeDays && lastDay !== '' && lastDay < day && { lastDay: 'The last day must not be before the first one.' }),
    ...(link !== '' && !link.startsWith('https://') && { url: 'A link begins with https://.' }),
    ...(audience === 'roles' && roles.length === 0 && { roles: 'Choose one role at least.' }),
  };
}

function timesOf(draft: EventDraft) {
  const { wholeDays, day, lastDay, zone } = draft;
  if (wholeDays) return { date: day, allDay: true, ...(lastDay !== '' && lastDay !== day && { end: lastDay }) };
  const { begins, ends } = momentsOf(draft);
  return {
    date: begins?.toISOString() ?? '',
    allDay: false,
    timeZone: zone,
    ...(ends && { end: ends.toISOString() }),
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
    // What is public is for no group.
    ...(draft.audience !== 'public' && draft.groups.length > 0 && { groups: [...draft.groups] }),
  };
}

const FIELDS = ['title', 'date', 'end', 'allDay', 'timeZone', 'place', 'url', 'audience', 'groups'] as const;

/** Returns the changes of an edited draft; untouched fields are not sent. */
export function changeOf(event: CalendarEvent, draft: EventDraft): EventChange {
  const before = eventOf(draftOf(event));
  const after = eventOf(draft);
  const isSame = (field: (typeof FIELDS)[number]) => JSON.stringify(before[field]) === JSON.stringify(after[field]);
  const changed = FIELDS.filter((field) => !isSame(field)).map((field) => [field, after[field] ?? null]);
  return Object.fromEntries(changed);
}
