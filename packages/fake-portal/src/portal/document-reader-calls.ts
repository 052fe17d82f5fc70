import {
  countDocumentReaders,
  type DocumentAccess,
  listNonReaders,
  listPersonAccesses,
  type PersonAccess,
  type ReportChoice,
  readWaitingReports,
  recallWaitingReports,
  remindNonReaders,
  type StoredDocument,
  sendWaitingReports,
} from '@cytocomm/contract';
import { buildMail } from '../builders.ts';
import { roles } from './access.ts';
import type { Answer } from './answer.ts';
import { countAcknowledged } from './document-acknowledgement-calls.ts';
import { readersAmong } from './document-calls.ts';
import { cutPage, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import { holdsWords } from './search-words.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Returns the calls about who reads what, who does not, and who is told of what is new. */
export function documentReaderCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (id: string) => requireRecord(portal.data.documents, id, 'document');

  const readersOf = (document: StoredDocument): readonly FakeUser[] => readersAmong(portal.data.users, document);
  const accessesBy = ({ id }: StoredDocument, email: string) =>
    (portal.data.accesses.get(id) ?? []).filter(({ by }) => by === email);
  const hasOpened = (document: StoredDocument, email: string) =>
    accessesBy(document, email).some(({ at }) => at >= (document.replacedAt ?? ''));
  const hasOpenedEarlier = (document: StoredDocument, email: string) =>
    !hasOpened(document, email) && accessesBy(document, email).length > 0;
  const refusePublic = ({ visibility }: StoredDocument) => {
    if (visibility === 'public')
      throw new Refusal('conflict', 'This document is public: it is for everybody, and nobody is counted.');
  };

  answer(countDocumentReaders, admin, ({ params }) => {
    const document = find(params.id);
    const readers = readersOf(document);
    const opened = readers.filter(({ email }) => hasOpened(document, email)).length;
    const role = document.visibility === 'public' ? null : document.visibility;
    const openedEarlier = readers.filter(({ email }) => hasOpenedEarlier(document, email)).length;
    const acknowledged = countAcknowledged(portal, document, readers);
    const counts = { people: readers.length, opened, openedEarlier };
    return { role, ...counts, more: false, ...(acknowledged !== undefined && { acknowledged }) };
  });

  answer(listNonReaders, admin, ({ params, query }) => {
    const document = find(params.id);
    refusePublic(document);
    const { search = '', sort = 'email' } = query;
    const keyOf = ({ email, lastSignInAt = '' }: FakeUser) => (sort.endsWith('email') ? email : lastSignInAt + email);
    const people = readersOf(document)
      .filter(({ email, name }) => !hasOpened(document, email) && holdsWords([email, name], search))
      .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1))
      .map(({ email, name, lastSignInAt }) => ({
        ...{ email, name, openedEarlier: hasOpenedEarlier(document, email) },
        ...(lastSignInAt !== undefined && { lastSignInAt }),
      }));
    return { title: document.title, ...cutPage(people, query) };
  });

  answer(remindNonReaders, admin, ({ params }) => {
    const document = find(params.id);
    refusePublic(document);
    const idOf = (email: string) => `reading-reminder:${document.id}:${email}`;
    const left = readersOf(document).filter(
      ({ email }) => !hasOpened(document, email) && !portal.data.mails.some(({ id }) => id === idOf(email)),
    );
    for (const { email: to } of left)
      portal.data.mails.unshift(
        buildMail({ id: idOf(to), kind: 'reading-reminder', to, status: 'waiting', sentAt: null }),
      );
    return { queued: left.length, more: false, next: null };
  });

  answer(listPersonAccesses, admin, ({ params: { email }, query }) => {
    const { document: words, action, after, before, sort } = query;
    const titleOf = (id: string) => portal.data.documents.find((each) => each.id === id)?.title ?? null;
    const accessOf = (documentId: string, { at, action: done, from }: DocumentAccess): PersonAccess => {
      const title = titleOf(documentId);
      return { at, action: done, from, documentId, title, deleted: title === null };
    };
    const accesses = [...portal.data.accesses]
      .flatMap(([id, all]) => all.filter(({ by }) => by === email).map((access) => accessOf(id, access)))
      .filter(
        (access) =>
          (words === undefined || holdsWords([access.title ?? ''], words)) &&
          (action === undefined || access.action === action) &&
          (after === undefined || Date.parse(access.at) >= Date.parse(after)) &&
          (before === undefined || Date.parse(access.at) < Date.parse(before)),
      )
      .toSorted((a, b) => b.at.localeCompare(a.at));
    const name = portal.data.users.find((each) => each.email === email)?.name ?? null;
    return { name, ...cutPage(sort === 'at' ? accesses.toReversed() : accesses, query) };
  });

  /** Takes out those of the reports that wait. */
  const choose = ({ documents }: ReportChoice) => {
    const { waitingReports } = portal.data;
    const left = waitingReports.documents.filter(({ id }) => !documents.includes(id));
    const changed = waitingReports.documents.length - left.length;
    portal.data.waitingReports = { documents: left, goesOutAt: left.length === 0 ? null : waitingReports.goesOutAt };
    return { changed };
  };
  answer(readWaitingReports, admin, () => portal.data.waitingReports);
  answer(sendWaitingReports, admin, ({ body }) => choose(body));
  answer(recallWaitingReports, admin, ({ body }) => choose(body));
}
