import {
  countDocumentReaders,
  type DocumentAccess,
  documentPage,
  exportPersonAccesses,
  listNonReaders,
  listPersonAccesses,
  MAX_REMINDED,
  type PersonAccess,
  pageFor,
  type ReadingReminder,
  readWaitingReports,
  recallWaitingReports,
  remindNonReaders,
  type StoredDocument,
  sendWaitingReports,
} from '@cytocomm/contract';
import { z } from 'zod';
import { NEVER } from '../../identity/users/record.ts';
import type { Users } from '../../identity/users/service.ts';
import { type Actor, actorOf } from '../../platform/audit/actor.ts';
import { type Principal, roles } from '../../platform/calls/access.ts';
import { rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../platform/exports/csv-file.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import { DEFAULT_PAGE, decodeCursor, encodeCursor } from '../../platform/lists/pages.ts';
import { letter } from '../../platform/mail/letter.ts';
import { readableKeys } from './access.ts';
import { needsAcknowledgement } from './access-log.ts';
import { createAcknowledgementLists } from './acknowledgements/router.ts';
import { type DocumentRecord, documentModel } from './model.ts';
import {
  createPersonAccesses,
  createReaders,
  isReader,
  type PersonAccessSearch,
  presentPersonAccess,
  type Readers,
  readerRoleFor,
  readerRoleOf,
} from './readers.ts';
import type { ReportMails } from './report-mail.ts';
import type { Documents } from './service.ts';

/** Time for one response, in ms, below the 8 s of the edge; the rest follows by cursor. */
const WORK_MS = 4000;
/** Mails that are queued in one transaction. */
const MAX_OF_CHANGE = 100;

/** The e-mail after which the next call continues. */
const positionSchema = z.tuple([z.string()]);

const dataSchema = z.strictObject({ documentId: z.string() });

/** Mails readers who have not opened a document. Throws 409 for a public one, 400 for an invalid cursor. */
export type RemindNonReaders = (
  record: DocumentRecord,
  cursor: string | undefined,
  actor: Actor,
) => Promise<ReadingReminder>;

/** Creates the reminder, which goes to each person at most once a day. */
export function createReadingReminder(core: Core, users: Users, readers: Readers): RemindNonReaders {
  const documents = documentModel(core.database.connection);
  const send = core.outbox.register({
    name: 'reading-reminder',
    data: dataSchema,
    compose: async ({ to, data }) => {
      const record = await documents.findById(data.documentId).lean();
      const role = record === null ? undefined : readerRoleOf(record);
      // Since it was queued, the document was deleted, or is for others or everybody.
      if (record === null || role === undefined) return undefined;
      const person = await users.byEmail(to);
      if (person === undefined || !isReader(person, record)) return undefined;
      // Without the required passkey a person is treated as a visitor.
      if (users.lacksPasskey(person, await users.rolesInForce(person))) return undefined;
      const { opened, openedEarlier } = await readers.openedBy(record, person);
      if (opened) return undefined;
      return letter({
        subject: `Please read: ${record.title}`,
        preview: 'A document waits for you in your dashboard.',
        heading: record.title,
        paragraphs: [
          openedEarlier
            ? 'This document in your dashboard has a new version, and you have not opened it yet. Please take a look at it.'
            : 'This document is in your dashboard, and you have not opened it yet. Please take a look at it.',
        ],
        action: {
          label: 'Open the document',
          url: core.config.publicUrl + pageFor(documentPage(data.documentId), to),
        },
        closing: 'You get this mail because the document is for you. An admin of the portal asked for the reminder.',
      });
    },
  });

  return async (record, cursor, actor) => {
    const until = performance.now() + WORK_MS;
    const role = readerRoleFor(record);
    const [start] = cursor === undefined ? [''] : decodeCursor(cursor, positionSchema);
    const documentId = String(record._id);
    const day = core.database.now().toISOString().slice(0, 10);
    const keyOf = (userId: unknown) => `reading-reminder:${documentId}:${String(userId)}:${day}`;
    /** Queues the mails of some people, with a row of the audit trail. Returns how many: a concurrent call may have queued some. */
    const remind = (people: readonly { readonly _id: unknown; readonly email: string }[]) =>
      core.change(actor, async ({ audit }) => {
        let count = 0;
        for (const { _id, email } of people) if (await send(email, { documentId }, keyOf(_id))) count += 1;
        if (count > 0) audit('document.readers-reminded', documentId, { title: record.title, people: String(count) });
        return count;
      });
    let queued = 0;
    let next: string | null = null;
    for await (const { people, last } of readers.all(record, role, start)) {
      const nonReaders = people.filter(({ opened }) => !opened);
      const queuedKeys = await core.outbox.existingKeys(nonReaders.map(({ _id }) => keyOf(_id)));
      const pending = nonReaders.filter(({ _id }) => !queuedKeys.has(keyOf(_id)));
      let isOver = false;
      while (pending.length > 0 && !isOver) {
        const batch = pending.splice(0, Math.min(MAX_OF_CHANGE, MAX_REMINDED - queued));
        queued += await remind(batch);
        next = batch.at(-1)?.email ?? null;
        isOver = queued >= MAX_REMINDED || performance.now() >= until;
      }
      if (pending.length > 0) break;
      next = isOver || performance.now() >= until ? last : null;
      if (next !== null) break;
    }
    return { queued, more: next !== null, next: next === null ? null : encodeCursor([next]) };
  };
}

/** The columns of a document in a CSV export. */
export const DOCUMENTS_CSV = {
  name: 'documents.csv',
  columns: [
    'title',
    'file',
    'visibleTo',
    'bytes',
    'uploaded',
    'uploadedBy',
    'sha256',
    'kind',
    'year',
    'revision',
    'validFrom',
    'version',
    'replaced',
    'replacedBy',
    'groups',
  ],
  lineOf: ({ title, name, visibility, size, uploadedAt, uploadedBy = '', sha256, ...more }: StoredDocument) => [
    ...[title, name, visibility, String(size), uploadedAt, uploadedBy, sha256],
    ...[more.kind, more.year, more.revision, more.validFrom].map((detail) => String(detail ?? '')),
    ...[String(more.version ?? 1), more.replacedAt ?? '', more.replacedBy ?? '', (more.groups ?? []).join(';')],
  ],
  action: 'document.exported',
} as const;

/** The columns of an access to a document. */
export const ACCESSES_CSV = {
  name: 'accesses.csv',
  columns: ['who', 'what', 'when', 'from'],
  lineOf: ({ by, action, at, from }: DocumentAccess) => [by ?? 'a visitor', action, at, from],
  action: 'document.accesses-exported',
} as const;

/** The columns of an access of a person. */
const PERSON_ACCESSES_CSV = {
  name: 'accesses-of-person.csv',
  columns: ['document', 'what', 'when', 'from', 'documentId'],
  lineOf: ({ title, action, at, from, documentId }: PersonAccess) => [
    ...[title ?? 'a deleted document', action, at, from, documentId],
  ],
  action: 'user.accesses-exported',
} as const;

/** Dependencies of `readerRoutes`. */
export interface ReaderServices {
  readonly users: Users;
  readonly documents: Pick<Documents, 'find'>;
  readonly reportMails: ReportMails;
  readonly csv: CsvFiles;
}

/** Routes about readers, reminders, accesses of a person, and waiting report mails. */
export function readerRoutes(core: Core, { users, documents, reportMails, csv }: ReaderServices): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const readers = createReaders(core);
  const acknowledgements = createAcknowledgementLists(core, readers);
  const remind = createReadingReminder(core, users, readers);
  const accessesOf = createPersonAccesses(core);

  const find = (id: string, principal: Principal) => documents.find(id, readableKeys(principal));

  const pageOfAccesses = async (search: PersonAccessSearch) => {
    const { rows, nextCursor } = await accessesOf(search);
    return { items: rows.map(presentPersonAccess), nextCursor };
  };

  table.answer(countDocumentReaders, admin, async ({ principal, params }) => {
    const record = await find(params.id, principal);
    const counted = await readers.count(record);
    return needsAcknowledgement(record) ? { ...counted, acknowledged: await acknowledgements.count(record) } : counted;
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
