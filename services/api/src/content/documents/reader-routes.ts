import {
  countDocumentReaders,
  exportPersonAccesses,
  listNonReaders,
  listPersonAccesses,
  readWaitingReports,
  recallWaitingReports,
  remindNonReaders,
  sendWaitingReports,
} from '@cytocomm/contract';
import { NEVER } from '../../identity/users/list-fields.ts';
import type { Users } from '../../identity/users/service.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import { type Principal, roles } from '../../platform/calls/access.ts';
import { rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../platform/exports/csv-file.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import { DEFAULT_PAGE } from '../../platform/lists/cursor.ts';
import { readable } from './access.ts';
import { isToAcknowledge } from './access-log.ts';
import { createAcknowledgementLists } from './acknowledgements/lists.ts';
import { PERSON_ACCESSES_CSV } from './csv-files.ts';
import { createPersonAccesses, type PersonAccessSearch, presentPersonAccess } from './person-accesses.ts';
import { createReaders, readerRoleFor } from './readers.ts';
import { createReadingReminder } from './reading-reminder.ts';
import type { ReportMails } from './report-mail.ts';
import type { Documents } from './service.ts';

/** What the calls about readers use. */
export interface ReaderServices {
  readonly users: Users;
  readonly documents: Pick<Documents, 'find'>;
  readonly reportMails: ReportMails;
  readonly csv: CsvFiles;
}

/** Returns the calls about who reads what, who does not, and who is told of what is new. */
export function readerRoutes(core: Core, { users, documents, reportMails, csv }: ReaderServices): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const readers = createReaders(core);
  const acknowledgements = createAcknowledgementLists(core, readers);
  const remind = createReadingReminder(core, users, readers);
  const accessesOf = createPersonAccesses(core);

  const find = (id: string, principal: Principal) => documents.find(id, readable(principal));

  const pageOfAccesses = async (search: PersonAccessSearch) => {
    const { rows, nextCursor } = await accessesOf(search);
    return { items: rows.map(presentPersonAccess), nextCursor };
  };

  table.answer(countDocumentReaders, admin, async ({ principal, params }) => {
    const record = await find(params.id, principal);
    const counted = await readers.count(record);
    return isToAcknowledge(record) ? { ...counted, acknowledged: await acknowledgements.count(record) } : counted;
  });

  table.answer(listNonReaders, admin, async ({ principal, params, query }) => {
    const record = await find(params.id, principal);
    const search = { ...query, limit: query.limit ?? DEFAULT_PAGE };
    const { rows, nextCursor } = await readers.nonReaders(record, readerRoleFor(record), search);
    const items = rows.map(({ email, name, openedEarlier, lastSignInAt = NEVER }) => ({
      ...{ email, name, openedEarlier },
      ...(lastSignInAt > NEVER && { lastSignInAt: lastSignInAt.toISOString() }),
    }));
    return { title: record.title, items, nextCursor };
  });

  table.answer(remindNonReaders, admin, async (call) => {
    const record = await find(call.params.id, call.principal);
    readerRoleFor(record);
    const { allowed, secondsLeft } = await core.limits.count('reminders-by-person', call.principal.email);
    if (!allowed) throw rateLimited(secondsLeft);
    return remind(record, call.query.cursor, actorOf(call));
  });

  table.answer(listPersonAccesses, admin, async (call) => {
    const { params, query, principal } = call;
    const page = await pageOfAccesses({ ...query, email: params.email, limit: query.limit ?? DEFAULT_PAGE });
    const person = await users.byEmail(params.email);
    if (params.email !== principal.email)
      await core.audit.record({ ...actorOf(call), action: 'user.accesses-read', subject: params.email });
    return { name: person?.name ?? null, ...page };
  });

  table.answer(
    exportPersonAccesses,
    admin,
    async (call) => {
      assertFresh(core, call.principal, 'exports');
      const { email } = call.params;
      const read = (cursor?: string) => pageOfAccesses({ ...call.query, email, limit: EXPORTED_AT_ONCE, cursor });
      await csv.write(call, { ...PERSON_ACCESSES_CSV, subject: email, read });
    },
    { slot: csv.take },
  );

  table.answer(readWaitingReports, admin, () => reportMails.waiting());
  table.answer(sendWaitingReports, admin, (call) => reportMails.send(call.body, actorOf(call)));
  table.answer(recallWaitingReports, admin, (call) => reportMails.recall(call.body, actorOf(call)));

  return table;
}
