import {
  listAudit,
  listDocumentAccesses,
  listFailureCauses,
  listSignIns,
  readReleaseHealth,
  readStorageUsage,
} from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { cutPage, newestFirst, requireRecord } from './records.ts';
import { holdsWords } from './search-words.ts';
import type { FakePortal } from './state.ts';

/** Returns what admins and developers read of the portal at work. */
export function operationsCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const operators = roles('developer', 'admin');

  answer(listAudit, admin, ({ query }) => {
    const entries = portal.data.audit.filter(
      ({ subject, actor, action, at }) =>
        (query.subject === undefined || subject.startsWith(query.subject.toLowerCase())) &&
        (query.actor === undefined || actor?.startsWith(query.actor.toLowerCase()) === true) &&
        (query.action === undefined || action === query.action) &&
        (query.after === undefined || Date.parse(at) >= Date.parse(query.after)) &&
        (query.before === undefined || Date.parse(at) < Date.parse(query.before)),
    );
    const newest = entries.toSorted(newestFirst('at'));
    const page = cutPage(query.sort === 'at' ? newest.toReversed() : newest, query);
    return { ...page, lookedTo: page.nextCursor === null ? null : (page.items.at(-1)?.at ?? null) };
  });
  answer(listSignIns, admin, ({ params: { email } }) => {
    const items = portal.data.audit
      .filter(({ subject }) => subject === email)
      .map(({ at, action, from }) => ({ at, action, from, text: action }));
    const explanation = portal.data.users.some((user) => user.email === email)
      ? 'Nothing stands in the way.'
      : 'This address is not approved: there is no such user.';
    return { email, explanation, items };
  });
  answer(readStorageUsage, admin, () => {
    const { documents, maxUploadBytes } = portal.data;
    const bytes = documents.reduce((sum, { size }) => sum + size, 0);
    return { documents: documents.length, bytes, maxUploadBytes };
  });
  answer(readReleaseHealth, operators, () => ({ items: portal.data.releaseHealth }));
  answer(listFailureCauses, operators, () => ({ items: portal.data.failureCauses }));
  answer(listDocumentAccesses, admin, ({ params, query }) => {
    const { title } = requireRecord(portal.data.documents, params.id, 'document');
    const { by, action, after, before, sort } = query;
    const accesses = (portal.data.accesses.get(params.id) ?? []).filter(
      (access) =>
        (by === undefined || (access.by !== null && holdsWords([access.by], by))) &&
        (action === undefined || access.action === action) &&
        (after === undefined || Date.parse(access.at) >= Date.parse(after)) &&
        (before === undefined || Date.parse(access.at) < Date.parse(before)),
    );
    const newest = accesses.toSorted((a, b) => b.at.localeCompare(a.at));
    return { title, ...cutPage(sort === 'at' ? newest.toReversed() : newest, query) };
  });
}
