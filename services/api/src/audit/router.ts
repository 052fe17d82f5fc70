import {
  type AuditEntry,
  auditPageSchema,
  auditQuerySchema,
  signInTimelineSchema,
  userParamsSchema,
} from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { roles } from '../http/access.ts';
import { cutPage, DEFAULT_PAGE, decodeCursor } from '../http/cursor.ts';
import { json, type RouteTable, routeTable } from '../http/route.ts';
import type { Users } from '../users/service.ts';
import type { AuditRecord } from './model.ts';
import { TIMELINE_ROWS, timelineOf } from './timeline.ts';

function shown({ _id, at, ...row }: AuditRecord): AuditEntry {
  return { ...row, seq: _id, at: at.toISOString(), detail: { ...row.detail } };
}

/** What admins read of the audit trail. */
export function auditRoutes(core: Core, users: Users): RouteTable {
  const table = routeTable('audit');
  const admin = roles('admin');

  table.get(
    '/api/admin/audit',
    admin,
    {
      summary: 'The audit trail, newest first',
      description:
        'Each row carries the hash of the one before; the command `audit` of the service checks the whole chain.',
      query: auditQuerySchema,
      reply: json(auditPageSchema),
    },
    async ({ query }) => {
      const limit = query.limit ?? DEFAULT_PAGE;
      const [below] = query.cursor === undefined ? [] : decodeCursor(query.cursor, z.tuple([z.number().int()]));
      const rows = await core.audit.page(limit + 1, below, query.subject);
      const { page, nextCursor } = cutPage(rows, limit, (row) => [row._id]);
      return { items: page.map(shown), nextCursor };
    },
  );

  table.get(
    '/api/admin/users/:email/sign-ins',
    admin,
    {
      summary: "Why can't this person sign in?",
      description: 'A sentence and the events behind it, for any address: also one that is not approved.',
      params: userParamsSchema,
      reply: json(signInTimelineSchema),
    },
    async ({ params: { email } }) => {
      const [rows, roles] = await Promise.all([core.audit.about(email, TIMELINE_ROWS), users.rolesOf(email)]);
      return timelineOf(email, { exists: roles !== undefined, roles: roles ?? [] }, rows);
    },
  );

  return table;
}
