import {
  calendarLinkSchema,
  calendarLinkStateSchema,
  eventChangeSchema,
  eventListSchema,
  eventSchema,
  newEventSchema,
} from '@cytocomm/contract';
import { http, type RequestHandler } from 'msw';
import { buildEvent } from '../builders.ts';
import type { FakePortal } from './fake-portal.ts';
import { noContent, problem, readBody, reply } from './reply.ts';

let madeLinks = 0;

/** The calls about events, and about the private address of the calendar. */
export function eventHandlers(portal: FakePortal): RequestHandler[] {
  const moment = (date: string) => new Date(date).toISOString();
  return [
    http.get('/api/events', ({ request }) => {
      const refusal = portal.refusal(request);
      const items = portal.data.events.toSorted((a, b) => a.date.localeCompare(b.date));
      return refusal ?? reply(eventListSchema, { items });
    }),

    http.post('/api/admin/events', async ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const { body, refusal: invalid } = await readBody(newEventSchema, request);
      if (invalid) return invalid;
      const event = buildEvent({ title: body.title, date: moment(body.date) });
      portal.data.events.push(event);
      return reply(eventSchema, event, { status: 201 });
    }),

    http.patch('/api/admin/events/:id', async ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const { body, refusal: invalid } = await readBody(eventChangeSchema, request);
      if (invalid) return invalid;
      const event = portal.data.events.find(({ id }) => id === params.id);
      if (event === undefined) return problem('not-found');
      if (body.title !== undefined) event.title = body.title;
      if (body.date !== undefined) event.date = moment(body.date);
      return reply(eventSchema, event);
    }),

    http.delete('/api/admin/events/:id', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const kept = portal.data.events.filter(({ id }) => id !== params.id);
      if (kept.length === portal.data.events.length) return problem('not-found');
      portal.data.events = kept;
      return noContent();
    }),

    http.get('/api/events/subscription', ({ request }) => {
      const refusal = portal.refusal(request);
      return refusal ?? reply(calendarLinkStateSchema, portal.data.calendarLink);
    }),

    http.post('/api/events/subscription', ({ request }) => {
      const refusal = portal.refusal(request);
      if (refusal) return refusal;
      madeLinks += 1;
      const url = `http://localhost/api/events.ics?token=private-${madeLinks}`;
      portal.data.calendarLink = { url, createdAt: new Date().toISOString(), lastReadAt: null };
      return reply(calendarLinkSchema, { url });
    }),

    http.delete('/api/events/subscription', ({ request }) => {
      const refusal = portal.refusal(request);
      if (refusal) return refusal;
      if (portal.data.calendarLink.url === null) return problem('not-found');
      portal.data.calendarLink = { url: null, createdAt: null, lastReadAt: null };
      return noContent();
    }),
  ];
}
