import { HttpResponse, http, type RequestHandler } from 'msw';
import { buildEvent } from '../builders.ts';
import type { FakePortal } from './fake-portal.ts';
import { noContent, problem } from './reply.ts';

/** The calls about events, and about the private address of the calendar. */
export function eventHandlers(portal: FakePortal): RequestHandler[] {
  return [
    http.get('/api/events', ({ request }) => {
      const refusal = portal.refusal(request);
      return refusal ?? HttpResponse.json({ items: portal.data.events });
    }),

    http.post('/api/admin/events', async ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const event = buildEvent(Object(await request.json()));
      portal.data.events.push(event);
      return HttpResponse.json(event, { status: 201 });
    }),

    http.patch('/api/admin/events/:id', async ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const event = portal.data.events.find(({ id }) => id === params.id);
      if (event === undefined) return problem('not-found');
      const changed = { ...event, ...Object(await request.json()) };
      portal.data.events = portal.data.events.map((each) => (each === event ? changed : each));
      return HttpResponse.json(changed);
    }),

    http.delete('/api/admin/events/:id', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const kept = portal.data.events.filter(({ id }) => id !== params.id);
      if (kept.length === portal.data.events.length) return problem('not-found');
      portal.data.events = kept;
      return noContent();
    }),

    http.post('/api/events/subscription', ({ request }) => {
      const refusal = portal.refusal(request);
      if (refusal) return refusal;
      portal.data.subscriptions += 1;
      return HttpResponse.json({ url: `http://localhost/api/events.ics?token=private-${portal.data.subscriptions}` });
    }),

    http.delete('/api/events/subscription', ({ request }) => {
      const refusal = portal.refusal(request);
      if (refusal) return refusal;
      if (portal.data.subscriptions === 0) return problem('not-found');
      portal.data.subscriptions = 0;
      return noContent();
    }),
  ];
}
