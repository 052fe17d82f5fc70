import {
  type AdminEventListQuery,
  addEvent,
  addressOf,
  type CalendarEvent,
  changeEvent,
  createCalendarLink,
  deleteEvent,
  type EventChange,
  type EventListQuery,
  type EventSort,
  isOver,
  isWholeDay,
  listAllEvents,
  listEvents,
  listPublicEvents,
  readCalendarFeed,
  readCalendarLink,
  readEvent,
  readVisibleEvent,
  revokeCalendarLink,
  timesFault,
} from '@cytocomm/contract';
import { buildEvent } from '../builders.ts';
import { anonymous, roles, signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { putIntoBin } from './bin-calls.ts';
import { assertNotPublic, isInGroups, namedGroups } from './groups.ts';
import { cutPage, fold, holdsWords, once, orderBy, removeRecord, requireRecord } from './records.ts';
import { invalidFields, Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Whether an event is over at a moment for the server, which knows no reader's day. */
const isOverByUtc = (event: CalendarEvent, now: Date): boolean => isOver(event, now, now.toISOString().slice(0, 10));

/** Whether an event is one of those that the admins' list asks for. */
function isWantedEvent(event: CalendarEvent, query: AdminEventListQuery): boolean {
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

const eventOrder = (sort: EventSort = 'date') =>
  orderBy<CalendarEvent>({ title: ({ title }) => fold(title), date: ({ date }) => date }, sort, ({ id }) => id);

const WHAT = 'event';
let madeLinks = 0;

const moment = (date: string) => new Date(date).toISOString();

/** Who added or changed an event last, where that was done by a call. */
export const eventAuthors = new WeakMap<CalendarEvent, string>();

/** Whether somebody may see an event. */
export function maySeeEvent(person: FakeUser | null, { audience, groups }: CalendarEvent): boolean {
  if (audience === 'public') return true;
  if (person === null || !isInGroups(person, { groups })) return false;
  return audience === undefined || ['admin', ...audience].some((role) => person.roles.includes(role));
}

function presentTo(person: FakeUser | null, event: CalendarEvent): CalendarEvent {
  const { audience, groups, ...shown } = event;
  if (person?.roles.includes('admin') !== true) return shown;
  return { ...shown, ...(audience !== undefined && { audience }), ...namedGroups({ groups }) };
}

/** Returns the event with what a change says, null taking a field away. Throws 400 for times that cannot be. */
function changed(event: CalendarEvent, change: EventChange): CalendarEvent {
  const all = { ...event, ...change, date: change.date ?? event.date };
  const fault = timesFault(all);
  const isAboutTimes = ['date', 'end', 'allDay', 'timeZone'].some((field) => field in change);
  if (fault !== null && isAboutTimes) throw invalidFields([{ path: `body.${fault.field}`, message: fault.message }]);
  assertNotPublic({ groups: all.groups ?? [] }, all.audience === 'public');
  const values = Object.entries({ ...all, groups: namedGroups({ groups: all.groups ?? [] }).groups }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const fields: Partial<CalendarEvent> = Object.fromEntries(values);
  return buildEvent({
    ...fields,
    ...(fields.date !== undefined && { date: moment(fields.date) }),
    ...(fields.end !== undefined && { end: moment(fields.end) }),
  });
}

function writtenBy({ email }: FakeUser, event: CalendarEvent): CalendarEvent {
  eventAuthors.set(event, email);
  return event;
}

/** Adds the calls about events, and about the private address of the calendar. */
export function eventCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');

  const list = (person: FakeUser | null, { from, to, sort = 'date', limit }: EventListQuery) => ({
    items: portal.data.events
      .filter((event) => maySeeEvent(person, event))
      .filter((event) => !from || event.date >= moment(from) || !isOverByUtc(event, new Date(from)))
      .filter(({ date }) => !to || date < moment(to))
      .toSorted((a, b) => a.date.localeCompare(b.date) * (sort === 'date' ? 1 : -1))
      .slice(0, limit)
      .map((event) => presentTo(person, event)),
  });

  answer(listEvents, signedIn, ({ person, query }) => list(person, query));
  answer(listPublicEvents, anonymous, ({ query, headers }) => {
    headers.set('ETag', '"public-events"');
    return list(null, query);
  });
  answer(listAllEvents, admin, ({ query }) =>
    cutPage(portal.data.events.filter((event) => isWantedEvent(event, query)).toSorted(eventOrder(query.sort)), query),
  );
  answer(readEvent, admin, ({ params }) => requireRecord(portal.data.events, params.id, WHAT));
  answer(addEvent, admin, (call) =>
    once(portal, call, { event: call.body }, portal.data.events, () =>
      writtenBy(call.person, changed(buildEvent(), call.body)),
    ),
  );
  answer(changeEvent, admin, ({ params, body, person }) => {
    const event = requireRecord(portal.data.events, params.id, WHAT);
    const next = writtenBy(person, changed(event, body));
    portal.data.events = portal.data.events.map((each) => (each === event ? next : each));
    return next;
  });
  answer(deleteEvent, admin, ({ params }) => {
    const event = requireRecord(portal.data.events, params.id, WHAT);
    portal.data.events = removeRecord(portal.data.events, params.id, WHAT);
    putIntoBin(portal, { kind: 'event', id: event.id, title: event.title }, () => void portal.data.events.push(event));
  });

  answer(readCalendarLink, signedIn, () => portal.data.calendarLink);
  answer(createCalendarLink, signedIn, ({ request }) => {
    madeLinks += 1;
    const url = new URL(addressOf(readCalendarFeed, {}, { token: `private-${madeLinks}` }), request.url).href;
    portal.data.calendarLink = { url, createdAt: new Date().toISOString(), lastReadAt: null };
    return { url };
  });
  answer(revokeCalendarLink, signedIn, () => {
    if (portal.data.calendarLink.url === null) throw new Refusal('not-found', 'There is no private address to revoke.');
    portal.data.calendarLink = { url: null, createdAt: null, lastReadAt: null };
  });

  // After the addresses below /api/events/ that are no event's.
  answer(readVisibleEvent, signedIn, ({ person, params }) => {
    const seen = portal.data.events.filter((event) => maySeeEvent(person, event));
    return presentTo(person, requireRecord(seen, params.id, WHAT));
  });
}
