import { listMails, type Mail, type MailStatus, retryMail } from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../core.ts';
import { roles } from '../http/access.ts';
import { cutPage, DEFAULT_PAGE, decodeCursor } from '../http/cursor.ts';
import { conflict, notFound } from '../http/problem.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import type { OutboxRecord, OutboxStatus } from './model.ts';

/** `claimed` is internal: admins see `sending`. */
const PRESENTED_STATUS: Readonly<Record<OutboxStatus, MailStatus>> = {
  waiting: 'waiting',
  claimed: 'sending',
  sending: 'sending',
  sent: 'sent',
  failed: 'failed',
  dropped: 'dropped',
};

function presentMail(row: OutboxRecord): Mail {
  return {
    id: row._id,
    kind: row.kind,
    to: row.to,
    status: PRESENTED_STATUS[row.status],
    attempts: row.attempts,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    nextAttemptAt: row.status === 'waiting' ? row.nextAttemptAt.toISOString() : null,
    lastError: row.lastError ?? null,
  };
}

/** Returns the admins' calls about mails. */
export function mailRoutes(core: Core): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const { outbox, audit } = core;

  table.answer(listMails, admin, async ({ query }) => {
    const limit = query.limit ?? DEFAULT_PAGE;
    const position = z.tuple([z.iso.datetime(), z.string()]);
    const [createdAt, id] = query.cursor === undefined ? [] : decodeCursor(query.cursor, position);
    const before = createdAt === undefined || id === undefined ? undefined : { createdAt: new Date(createdAt), id };
    const rows = await outbox.list({ status: query.status, to: query.to?.toLowerCase(), before }, limit + 1);
    const { page, nextCursor } = cutPage(rows, limit, (row) => [row.createdAt.toISOString(), row._id]);
    return { items: page.map(presentMail), nextCursor };
  });

  table.answer(retryMail, admin, async ({ params, principal, clientAddress, userAgent }) => {
    const mail = await outbox.retry(params.id);
    if (mail === undefined) throw notFound('There is no such mail.');
    if (mail === 'not-failed') throw conflict('conflict', 'This mail has not failed.');
    await audit.record({
      action: 'mail.retried',
      actor: principal.email,
      subject: mail.to,
      from: clientAddress,
      userAgent,
      detail: { mail: mail._id },
    });
    return presentMail(mail);
  });

  return table;
}
