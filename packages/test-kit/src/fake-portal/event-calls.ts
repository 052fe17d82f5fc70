import {
  addEvent,
  addressOf,
  changeEvent,
  createCalendarLink,
  deleteEvent,
  listEvents,
  readCalendarFeed,
  readCalendarLink,
  revokeCalendarLink,
} from '@cytocomm/contract';
import { buildEvent } from '../builders.ts';
import { roles, signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { once } from './once.ts';
import { removeRecord, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const WHAT = 'event';
let madeLinks = 0;

/** Returns the calls about events, and about the private address of the calendar. */
export function eventCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const moment = (date: string) => new Date(date).toISOString();

  answer(listEvents, signedIn, ({ query: { from, to } }) => ({
    items: portal.data.events
      .filter(({ date }) => (!from || date >= moment(from)) && (!to || date < moment(to)))
      .toSorted((a, b) => a.date.localeCompare(b.date)),
  }));
  answer(addEvent, admin, (call) =>
    once(portal, call, { event: call.body }, portal.data.events, () =>
      buildEvent({ title: call.body.title, date: moment(call.body.date) }),
    ),
  );
  answer(changeEvent, admin, ({ params, body: { title, date } }) =>
    Object.assign(requireRecord(portal.data.events, params.id, WHAT), {
      ...(title !== undefined && { title }),
      ...(date !== undefined && { date: moment(date) }),
    }),
  );
  answer(deleteEvent, admin, ({ params }) => {
    portal.data.events = removeRecord(portal.data.events, params.id, WHAT);
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
}
