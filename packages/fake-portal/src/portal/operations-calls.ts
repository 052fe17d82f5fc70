import {
  listAudit,
  listDocumentAccesses,
  listFailureCauses,
  listMails,
  listSignIns,
  type Mail,
  type MailListQuery,
  type MailOrder,
  type MailSort,
  readReleaseHealth,
  readStorageUsage,
  retryMail,
} from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { cutPage, holdsWords, isWithin, newestFirst, orderBy, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

function isWantedMail(mail: Mail, { search = '', status, kind, to }: MailListQuery): boolean {
  const isTroubled = mail.status === 'failed' || (mail.status === 'waiting' && mail.lastError !== null);
  return (
    holdsWords([mail.to], search) &&
    (to === undefined || mail.to === to.toLowerCase()) &&
    (kind === undefined || mail.kind === kind) &&
    (status === undefined || (status === 'troubled' ? isTroubled : mail.status === status))
  );
}

const MAIL_ORDERS: Readonly<Record<MailOrder, (mail: Mail) => string>> = {
  createdAt: ({ createdAt }) => createdAt,
  to: ({ to }) => to,
  kind: ({ kind }) => kind,
};

const mailOrder = (sort: MailSort) => orderBy(MAIL_ORDERS, sort, ({ id }) => id);

/** Adds the calls about mails. Without an order they stand as a test gave them. */
export function mailCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  answer(listMails, admin, ({ query }) => {
    const mails = portal.data.mails.filter((mail) => isWantedMail(mail, query));
    return cutPage(query.sort === undefined ? mails : mails.toSorted(mailOrder(query.sort)), query);
  });
  answer(retryMail, admin, ({ params }) => {
    const mail = requireRecord(portal.data.mails, params.id, 'mail');
    if (mail.status !== 'failed') throw new Refusal('conflict', 'This mail has not failed.');
    return Object.assign(mail, { status: 'waiting', lastError: null });
  });
}

/** Adds the calls about audit, storage, mails and telemetry. */
export function operationsCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const operators = roles('developer', 'admin');

  answer(listAudit, admin, ({ query }) => {
    const entries = portal.data.audit.filter(
      ({ subject, actor, action, at }) =>
        (query.subject === undefined || subject.startsWith(query.subject.toLowerCase())) &&
        (query.actor === undefined || actor?.startsWith(query.actor.toLowerCase()) === true) &&
        (query.action === undefined || action === query.action) &&
        isWithin(at, query),
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
    const { by, action, sort } = query;
    const accesses = (portal.data.accesses.get(params.id) ?? []).filter(
      (access) =>
        (by === undefined || (access.by !== null && holdsWords([access.by], by))) &&
        (action === undefined || access.action === action) &&
        isWithin(access.at, query),
    );
    const newest = accesses.toSorted((a, b) => b.at.localeCompare(a.at));
    return { title, ...cutPage(sort === 'at' ? newest.toReversed() : newest, query) };
  });
}
