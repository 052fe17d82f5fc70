import { exportMails, listMails, type Mail, type MailStatus, retryMail } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { actorOf } from '../audit/actor.ts';
import { roles } from '../calls/access.ts';
import { conflict, notFound } from '../calls/problem.ts';
import type { MakeChange } from '../changes/change.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../exports/csv-file.ts';
import { type RouteTable, routeTable } from '../http/route.ts';
import { assertFresh, type StepUp } from '../http/step-up.ts';
import { DEFAULT_PAGE, presentAll } from '../lists/pages.ts';
import type { OutboxRecord, OutboxStatus } from './model.ts';
import type { Outbox } from './service.ts';

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

const COLUMNS = ['to', 'about', 'status', 'tries', 'created', 'sent', 'nextTry', 'lastError'];

const lineOf = ({ to, kind, status, attempts, createdAt, sentAt, nextAttemptAt, lastError }: Mail) => [
  ...[to, kind, status, String(attempts), createdAt],
  ...[sentAt ?? '', nextAttemptAt ?? '', lastError ?? ''],
];

/** Dependencies of the admins' calls about mails. */
interface MailPages extends StepUp {
  readonly outbox: Outbox;
  readonly change: MakeChange;
  readonly log: Pick<Logger, 'error'>;
}

/** Returns the admins' calls about mails. */
export function mailRoutes(core: MailPages, csv: CsvFiles): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const { outbox } = core;

  table.answer(listMails, admin, async ({ query }) => {
    const { rows, nextCursor } = await outbox.list({ ...query, limit: query.limit ?? DEFAULT_PAGE });
    return { items: presentAll(core.log, rows, presentMail), nextCursor };
  });

  table.answer(
    exportMails,
    admin,
    async (call) => {
      assertFresh(core, call.principal, 'exports');
      await csv.write(call, {
        ...{ name: 'mail.csv', columns: COLUMNS, lineOf, action: 'mail.exported' },
        read: async (cursor) => {
          const { rows, nextCursor } = await outbox.list({ ...call.query, limit: EXPORTED_AT_ONCE, cursor });
          return { items: presentAll(core.log, rows, presentMail), nextCursor };
        },
      });
    },
    { slot: csv.take },
  );

  table.answer(retryMail, admin, (call) =>
    core.change(actorOf(call), async ({ audit }) => {
      const mail = await outbox.retry(call.params.id);
      if (mail === undefined) throw notFound('There is no such mail.');
      if (mail === 'not-failed') throw conflict('conflict', 'This mail has not failed.');
      audit('mail.retried', mail.to, { mail: mail._id });
      return presentMail(mail);
    }),
  );

  return table;
}
