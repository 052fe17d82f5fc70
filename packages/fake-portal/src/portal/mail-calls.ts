import { listMails, type Mail, type MailListQuery, type MailOrder, type MailSort, retryMail } from '@cytocomm/contract';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { cutPage, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import { holdsWords } from './search-words.ts';
import type { FakePortal } from './state.ts';

function isWanted(mail: Mail, { search = '', status, kind, to }: MailListQuery): boolean {
  const isTroubled = mail.status === 'failed' || (mail.status === 'waiting' && mail.lastError !== null);
  return (
    holdsWords([mail.to], search) &&
    (to === undefined || mail.to === to.toLowerCase()) &&
    (kind === undefined || mail.kind === kind) &&
    (status === undefined || (status === 'troubled' ? isTroubled : mail.status === status))
  );
}

const ORDERS: Readonly<Record<MailOrder, (mail: Mail) => string>> = {
  createdAt: ({ createdAt }) => createdAt,
  to: ({ to }) => to,
  kind: ({ kind }) => kind,
};

/** Returns how a list orders its mails. */
function orderOf(sort: MailSort) {
  const order = Object.entries(ORDERS).find(([name]) => sort.replace('-', '') === name)?.[1] ?? ORDERS.createdAt;
  const keyOf = (mail: Mail) => `${order(mail)}\u0000${mail.id}`;
  return (a: Mail, b: Mail) => (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
}

/** The calls about mails. Without an order they stand as a test gave them. */
export function mailCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  answer(listMails, admin, ({ query }) => {
    const mails = portal.data.mails.filter((mail) => isWanted(mail, query));
    return cutPage(query.sort === undefined ? mails : mails.toSorted(orderOf(query.sort)), query);
  });
  answer(retryMail, admin, ({ params }) => {
    const mail = requireRecord(portal.data.mails, params.id, 'mail');
    if (mail.status !== 'failed') throw new Refusal('conflict', 'This mail has not failed.');
    return Object.assign(mail, { status: 'waiting', lastError: null });
  });
}
