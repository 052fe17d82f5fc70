import {
  auditPageSchema,
  documentAccessPageSchema,
  mailPageSchema,
  mailSchema,
  signInTimelineSchema,
  storageUsageSchema,
} from '@cytocomm/contract';
import { http, type RequestHandler } from 'msw';
import type { FakePortal } from './fake-portal.ts';
import { cutPage } from './page.ts';
import { problem, reply } from './reply.ts';

/** What admins read of the portal at work. */
export function operationsHandlers(portal: FakePortal): RequestHandler[] {
  return [
    http.get('/api/admin/mail', ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const wanted = new URL(request.url).searchParams.get('status');
      const found = portal.data.mails.filter(
        ({ status, lastError }) =>
          wanted === null ||
          status === wanted ||
          (wanted === 'troubled' && (status === 'failed' || (status === 'waiting' && lastError !== null))),
      );
      return reply(mailPageSchema, cutPage(found, request));
    }),

    http.post('/api/admin/mail/:id/retry', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const mail = portal.data.mails.find(({ id }) => id === params.id);
      if (mail === undefined) return problem('not-found');
      if (mail.status !== 'failed') return problem('conflict', 'This mail has not failed.');
      Object.assign(mail, { status: 'waiting', lastError: null });
      return reply(mailSchema, mail);
    }),

    http.get('/api/admin/audit', ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      return refusal ?? reply(auditPageSchema, cutPage(portal.data.audit, request));
    }),

    http.get('/api/admin/users/:email/sign-ins', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      const email = String(params.email);
      const approved = portal.data.users.some((user) => user.email === email);
      const items = portal.data.audit
        .filter(({ subject }) => subject === email)
        .map(({ at, action, from }) => ({ at, action, from, text: action }));
      const explanation = approved
        ? 'Nothing stands in the way.'
        : 'This address is not approved: there is no such user.';
      return reply(signInTimelineSchema, { email, explanation, items });
    }),

    http.get('/api/admin/storage', ({ request }) => {
      const refusal = portal.refusal(request, ['admin']);
      const { documents } = portal.data;
      const bytes = documents.reduce((sum, { size }) => sum + size, 0);
      return (
        refusal ??
        reply(storageUsageSchema, { documents: documents.length, bytes, maxUploadBytes: portal.data.maxUploadBytes })
      );
    }),

    http.get('/api/admin/documents/:id/accesses', ({ request, params }) => {
      const refusal = portal.refusal(request, ['admin']);
      if (refusal) return refusal;
      return reply(documentAccessPageSchema, cutPage(portal.data.accesses.get(String(params.id)) ?? [], request));
    }),
  ];
}
