import {
  type AdminEventListQuery,
  addressOf,
  type CalendarEvent,
  type EventChange,
  type EventListQuery,
  inPlainLetters,
  isOver,
  isWholeDay,
  readCalendarFeed,
} from '@cytocomm/contract';
import { buildEvent, buildId } from '../builders.ts';
import type { Answers } from './answer.ts';
import { moveIntoBin } from './bin-calls.ts';
import { add, by, cutPage, listed, requireRecord } from './records.ts';
import type { FakePortal } from './state.ts';
import { namedGroups } from './user-calls.ts';

const orders = { title: ({ title }: CalendarEvent) => inPlainLetters(title), date: by('date') };
const moment = (date: string) => new Date(date).toISOString();

/** Whether an event is one of those that the admins' list asks for. */
function isWanted(event: CalendarEvent, query: AdminEventListQuery): boolean {
  const { when, audience, allDay, today = new Date().toISOString().slice(0, 10) } = query;
  return (
    (when === undefined || isOver(event, new Date(), today) === (when === 'past')) &&
    (audience === undefined || [event.audience ?? 'signed_in'].flat().includes(audience)) &&
    (allDay === undefined || isWholeDay(event) === (allDay === 'true'))
  );
}

/** Returns the event with what a change says, null taking a field away. */
function changed(event: CalendarEvent, change: EventChange): CalendarEvent {
  const all = { ...event, ...change };
  const fields = Object.entries({ ...all, groups: namedGroups(all.groups ?? []).groups }).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  const { date = event.date, end, ...rest }: Partial<CalendarEvent> = Object.fromEntries(fields);
  return buildEvent({ ...rest, date: moment(date), ...(end !== undefined && { end: moment(end) }) });
}

/** Adds the calls about events, and about the private address of the calendar. */
export function eventCalls(portal: FakePortal): Answers {
  const find = (id: string) => requireRecord(portal.data.events, id, 'event');
  const list = (events: readonly CalendarEvent[], { from, to, sort = 'date', limit }: EventListQuery) => ({
    items: listed(events, { sort }, { orders })
      .filter(
        (event) => !from || event.date >= moment(from) || !isOver(event, new Date(from), moment(from).slice(0, 10)),
      )
      .filter(({ date }) => !to || date < moment(to))
      .slice(0, limit),
  });
  return {
    listPublicEvents: ({ query }) =>
      list(
        portal.data.events.flatMap(({ audience, ...event }) => (audience === 'public' ? [event] : [])),
        query,
      ),
    listEvents: ({ query }) => list(portal.data.events, query),
    listAllEvents: ({ query }) => {
      const texts = ({ title, place = '' }: CalendarEvent) => [title, place];
      return cutPage(listed(portal.data.events, query, { texts, fits: isWanted, orders, sort: 'date' }), query);
    },
    readEvent: ({ params }) => find(params.id),
    addEvent: ({ body }) => add(portal.data.events, changed(buildEvent(), body)),
    changeEvent: ({ params, body }) => {
      const event = find(params.id);
      const next = changed(event, body);
      portal.data.events = portal.data.events.map((each) => (each === event ? next : each));
      return next;
    },
    deleteEvent: ({ params }) => {
      const event = find(params.id);
      moveIntoBin(portal, { ...event, kind: 'event' }, portal.data.events, event);
    },
    readCalendarLink: () => portal.data.calendarLink,
    createCalendarLink: ({ request }) => {
      const url = new URL(addressOf(readCalendarFeed, {}, { token: buildId() }), request.url).href;
      portal.data.calendarLink = { url, createdAt: new Date().toISOString(), lastReadAt: null };
      return { url };
    },
    revokeCalendarLink: () => {
      portal.data.calendarLink = { url: null, createdAt: null, lastReadAt: null };
    },
    // After the addresses below /api/events/ that are no event's.
    readVisibleEvent: ({ params }) => find(params.id),
  };
}
