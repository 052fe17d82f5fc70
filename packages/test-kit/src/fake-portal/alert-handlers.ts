import { alertAudienceQuerySchema, alertAudienceSchema, alertPreferencesSchema } from '@cytocomm/contract';
import { http, type RequestHandler } from 'msw';
import type { FakePortal } from './fake-portal.ts';
import { problem, readBody, reply } from './reply.ts';

/** The calls about an investor's e-mail alerts. */
export function alertHandlers(portal: FakePortal): RequestHandler[] {
  return [
    http.get('/api/admin/alerts/audience', ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const query = alertAudienceQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
      if (!query.success) return problem('validation');
      return reply(alertAudienceSchema, { recipients: portal.data.audience });
    }),

    http.get('/api/alerts/preferences', ({ request }) => {
      const refusal = portal.refusal(request, ['investor', 'admin']);
      return refusal ?? reply(alertPreferencesSchema, portal.data.alerts);
    }),

    http.put('/api/alerts/preferences', async ({ request }) => {
      const refusal = portal.refusal(request, ['investor', 'admin']);
      if (refusal) return refusal;
      const { body, refusal: invalid } = await readBody(alertPreferencesSchema, request);
      if (invalid) return invalid;
      portal.data.alerts = body;
      return reply(alertPreferencesSchema, body);
    }),
  ];
}
