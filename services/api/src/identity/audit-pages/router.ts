import {
  type AuditEntry,
  type AuditExportQuery,
  exportAudit,
  listAudit,
  listSignIns,
  listStrangers,
} from '@cytocomm/contract';
import { clientKey } from '@cytocomm/runtime';
import type { TrailFilter } from '../../platform/audit/search.ts';
import type { AuditRecord } from '../../platform/audit/service.ts';
import { roles, TEAM_ACTOR } from '../../platform/calls/access.ts';
import type { Core } from '../../platform/core.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../platform/exports/csv-file.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import { DEFAULT_PAGE } from '../../platform/lists/pages.ts';
import type { SignInNotes } from '../auth/sign-in-notes.ts';
import { rolesOf, type Users } from '../users/service.ts';
import { TIMELINE_ROWS, timelineOf } from './timeline.ts';

function presentEntry({ _id, at, detail, mac, key, seal, erased, ...row }: AuditRecord): AuditEntry {
  return { seq: 0, previousHash: '', ...row, id: String(_id), at: at.toISOString(), detail: { ...detail }, hash: mac };
}

const COLUMNS = ['id', 'at', 'actor', 'action', 'subject', 'from', 'userAgent', 'detail', 'request', 'hash'];

const lineOf = ({ _id, at, actor, action, subject, from, userAgent, detail, request, mac }: AuditRecord) => [
  String(_id),
  at.toISOString(),
  actor ?? '',
  action,
  subject,
  from,
  userAgent,
  Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; '),
  request ?? '',
  mac,
];

/** Returns an actor as it is stored: e-mails in lower case, the names of teams' tokens as they were given. */
function asStored(actor: string): string {
  const lower = actor.toLowerCase();
  return lower.startsWith(TEAM_ACTOR) ? TEAM_ACTOR + actor.slice(TEAM_ACTOR.length) : lower;
}

function filterOf({ subject, actor, action, after, before, sort }: AuditExportQuery): TrailFilter {
  const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return {
    action,
    sort,
    subject: subject?.toLowerCase(),
    actor: actor === undefined ? undefined : asStored(actor),
    after: momentOf(after),
    before: momentOf(before),
  };
}

/** Returns the admins' calls about the audit trail. */
export function auditRoutes(core: Core, users: Users, signIns: SignInNotes, csv: CsvFiles): RouteTable {
  const table = routeTable();
  const admin = roles('admin');

  table.answer(listAudit, admin, async ({ query }) => {
    await signIns.settle();
    const limit = query.limit ?? DEFAULT_PAGE;
    const { rows, nextCursor } = await core.audit.page(filterOf(query), limit, query.cursor);
    const lookedTo = nextCursor === null ? null : (rows.at(-1)?.at.toISOString() ?? null);
    return { items: rows.map(presentEntry), nextCursor, lookedTo };
  });

  table.answer(
    exportAudit,
    admin,
    async (call) => {
      assertFresh(core, call.principal, 'exports');
      await signIns.settle();
      await csv.write(call, {
        ...{ name: 'audit.csv', columns: COLUMNS, lineOf, action: 'audit.exported' },
        read: async (cursor) => {
          const { rows, nextCursor } = await core.audit.page(filterOf(call.query), EXPORTED_AT_ONCE, cursor);
          return { items: rows, nextCursor };
        },
      });
    },
    { slot: csv.take },
  );

  table.answer(listStrangers, admin, async ({ query }) => {
    await signIns.settle();
    const { subject, limit = DEFAULT_PAGE } = query;
    const isEmail = subject === undefined || subject.includes('@');
    const notes = await core.anonymousEvents.newest(limit, isEmail ? subject : clientKey(subject));
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
      core.anonymousEvents.newest(TIMELINE_ROWS, email),
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
