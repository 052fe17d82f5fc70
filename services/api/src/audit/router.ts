import { type AuditEntry, listAudit, listSignIns, listStrangers } from '@cytocomm/contract';
import { z } from 'zod';
import type { SignInNotes } from '../auth/sign-in-notes.ts';
import type { Core } from '../core.ts';
import { roles } from '../http/access.ts';
import { cutPage, DEFAULT_PAGE, decodeCursor } from '../http/cursor.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import { clientKey } from '../limits/client-key.ts';
import { rolesOf, type Users } from '../users/service.ts';
import type { AuditRecord } from './model.ts';
import { TIMELINE_ROWS, timelineOf } from './timeline.ts';

function presentEntry({ _id, at, key, erased, ...row }: AuditRecord): AuditEntry {
  return { ...row, seq: _id, at: at.toISOString(), detail: { ...row.detail } };
}

/** Returns the admins' calls about the audit trail. */
export function auditRoutes(core: Core, users: Users, signIns: SignInNotes): RouteTable {
  const table = routeTable();
  const admin = roles('admin');

  table.answer(listAudit, admin, async ({ query }) => {
    await signIns.settle();
    const limit = query.limit ?? DEFAULT_PAGE;
    const [below] = query.cursor === undefined ? [] : decodeCursor(query.cursor, z.tuple([z.number().int()]));
    const rows = await core.audit.page(limit + 1, below, query.subject);
    const { page, nextCursor } = cutPage(rows, limit, (row) => [row._id]);
    return { items: page.map(presentEntry), nextCursor };
  });

  table.answer(listStrangers, admin, async ({ query }) => {
    await signIns.settle();
    const { subject, limit = DEFAULT_PAGE } = query;
    const isEmail = subject === undefined || subject.includes('@');
    const notes = await core.strangers.newest(limit, isEmail ? subject : clientKey(subject));
    return {
      items: notes.map(({ at, action, detail, times }) => ({
        at: at.toISOString(),
        action,
        detail: { ...detail },
        times,
      })),
    };
  });

  table.answer(listSignIns, admin, async ({ params: { email } }) => {
    await signIns.settle();
    const [rows, noted, user] = await Promise.all([
      core.audit.about(email, TIMELINE_ROWS),
      core.strangers.newest(TIMELINE_ROWS, email),
      users.byEmail(email),
    ]);
    return timelineOf(
      email,
      { exists: user !== undefined, roles: user === undefined ? [] : rolesOf(user) },
      rows,
      noted,
    );
  });

  return table;
}
