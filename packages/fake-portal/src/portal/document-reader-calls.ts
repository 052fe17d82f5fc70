import {
  type AcknowledgementQuery,
  acknowledgeDocument,
  countDocumentReaders,
  type DocumentAccess,
  type DocumentAcknowledgement,
  listAcknowledgements,
  listMissingAcknowledgements,
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
import { roles, signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { mayReadDocument, readersAmong } from './groups.ts';
import { cutPage, holdsWords, isWithin, orderBy, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

const needsAcknowledgement = ({ kind, visibility }: StoredDocument) => kind === 'sop' && visibility !== 'public';

function assertNeedsAcknowledgement(document: StoredDocument): void {
  if (!needsAcknowledgement(document))
    throw new Refusal('conflict', 'This document needs no acknowledgement: only SOPs do, and none that are public.');
}

const headOf = ({ title, kind, revision }: StoredDocument) => ({
  title,
  ...(kind && { kind }),
  ...(revision !== undefined && { revision }),
});

/** Returns the acknowledgements of the file that a document has. */
const currentOf = (portal: FakePortal, { id, sha256 }: StoredDocument): readonly DocumentAcknowledgement[] =>
  (portal.data.acknowledgements.get(id) ?? []).filter((each) => each.sha256 === sha256);

const hasOpened = (portal: FakePortal, { id, replacedAt = '' }: StoredDocument, email: string): boolean =>
  portal.data.accesses.get(id)?.some(({ by, at }) => by === email && at >= replacedAt) === true;

/** Returns a document with whether its reader has opened and acknowledged it. */
export function withOwn(portal: FakePortal, person: FakeUser | null, document: StoredDocument): StoredDocument {
  if (person === null || !needsAcknowledgement(document)) return document;
  const own = currentOf(portal, document).find(({ email }) => email === person.email);
  return {
    ...document,
    opened: hasOpened(portal, document, person.email),
    ...(own && { acknowledgedAt: own.acknowledgedAt }),
    ...(own?.revision !== undefined && { acknowledgedRevision: own.revision }),
  };
}

/** Counts the people who have acknowledged a document's file; undefined for a document that needs no acknowledgement. */
function countAcknowledged(
  portal: FakePortal,
  document: StoredDocument,
  people: readonly FakeUser[],
): number | undefined {
  if (!needsAcknowledgement(document)) return undefined;
  const signers = currentOf(portal, document).map(({ email }) => email);
  return people.filter(({ email }) => signers.includes(email)).length;
}

/** Adds the calls about who acknowledged which SOP. */
export function documentAcknowledgementCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (id: string) => requireRecord(portal.data.documents, id, 'document');

  answer(acknowledgeDocument, signedIn, ({ person, params, body }) => {
    const readable = portal.data.documents.filter((each) => mayReadDocument(person, each));
    const document = requireRecord(readable, params.id, 'document');
    assertNeedsAcknowledgement(document);
    const { id, sha256, title, revision, validFrom, version = 1 } = document;
    if (sha256 !== body.sha256)
      throw new Refusal(
        'precondition-failed',
        'This document has a newer file. Open and read it, then acknowledge it.',
        {
          headers: { ETag: `"${sha256}"` },
        },
      );
    const existing = currentOf(portal, document).find(({ email }) => email === person.email);
    if (existing === undefined && !hasOpened(portal, document, person.email))
      throw new Refusal('conflict', 'You have not opened this file completely yet. Open all of it first.');
    const details = { ...(revision !== undefined && { revision }), ...(validFrom !== undefined && { validFrom }) };
    const { acknowledgedAt, name, ...acknowledgement } = existing ?? {
      ...{ email: person.email, name: body.name, acknowledgedAt: new Date().toISOString(), sha256 },
      ...{ title, fileName: document.name, version, isCurrent: true, ...details },
    };
    if (existing === undefined)
      portal.data.acknowledgements.set(id, [
        { acknowledgedAt, name, ...acknowledgement },
        ...(portal.data.acknowledgements.get(id) ?? []),
      ]);
    return {
      acknowledgedAt,
      name,
      sha256,
      ...(acknowledgement.revision !== undefined && { revision: acknowledgement.revision }),
    };
  });

  const isWanted = (row: DocumentAcknowledgement, { file, search = '' }: AcknowledgementQuery) =>
    (file === undefined || row.isCurrent === (file === 'current')) && holdsWords([row.email, row.name], search);

  answer(listAcknowledgements, admin, ({ params, query }) => {
    const document = find(params.id);
    const rows = (portal.data.acknowledgements.get(document.id) ?? [])
      .map((row) => ({ ...row, isCurrent: row.sha256 === document.sha256 }))
      .filter((row) => isWanted(row, query))
      .toSorted((a, b) => b.acknowledgedAt.localeCompare(a.acknowledgedAt));
    return { ...headOf(document), ...cutPage(query.sort === 'acknowledgedAt' ? rows.toReversed() : rows, query) };
  });

  answer(listMissingAcknowledgements, admin, ({ params, query }) => {
    const document = find(params.id);
    assertNeedsAcknowledgement(document);
    const signers = currentOf(portal, document).map(({ email }) => email);
    const people = readersAmong(portal.data.users, document)
      .filter(({ email }) => !signers.includes(email))
      .toSorted((a, b) => (a.email < b.email ? -1 : 1))
      .map(({ email, name, lastSignInAt }) => ({
        ...{ email, name, opened: hasOpened(portal, document, email) },
        ...(lastSignInAt !== undefined && { lastSignInAt }),
      }));
    return { ...headOf(document), ...cutPage(people, query) };
  });
}

/** Adds the calls about readers of documents, their reminders, and mails about new reports. */
export function documentReaderCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (id: string) => requireRecord(portal.data.documents, id, 'document');

  const readersOf = (document: StoredDocument): readonly FakeUser[] => readersAmong(portal.data.users, document);
  const accessesBy = ({ id }: StoredDocument, email: string) =>
    (portal.data.accesses.get(id) ?? []).filter(({ by }) => by === email);
  const hasOpenedEarlier = (document: StoredDocument, email: string) =>
    !hasOpened(portal, document, email) && accessesBy(document, email).length > 0;
  const refusePublic = ({ visibility }: StoredDocument) => {
    if (visibility === 'public')
      throw new Refusal('conflict', 'This document is public: it is for everybody, so its readers are not counted.');
  };

  answer(countDocumentReaders, admin, ({ params }) => {
    const document = find(params.id);
    const readers = readersOf(document);
    const opened = readers.filter(({ email }) => hasOpened(portal, document, email)).length;
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
    const keys = { lastSignIn: ({ lastSignInAt = '' }: FakeUser) => lastSignInAt };
    const people = readersOf(document)
      .filter(({ email, name }) => !hasOpened(portal, document, email) && holdsWords([email, name], search))
      .toSorted(orderBy(keys, sort, ({ email }) => email))
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
    const recipients = readersOf(document).filter(
      ({ email }) => !hasOpened(portal, document, email) && !portal.data.mails.some(({ id }) => id === idOf(email)),
    );
    for (const { email: to } of recipients)
      portal.data.mails.unshift(
        buildMail({ id: idOf(to), kind: 'reading-reminder', to, status: 'waiting', sentAt: null }),
      );
    return { queued: recipients.length, more: false, next: null };
  });

  answer(listPersonAccesses, admin, ({ params: { email }, query }) => {
    const { document: words, action, sort } = query;
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
          isWithin(access.at, query),
      )
      .toSorted((a, b) => b.at.localeCompare(a.at));
    const name = portal.data.users.find((each) => each.email === email)?.name ?? null;
    return { name, ...cutPage(sort === 'at' ? accesses.toReversed() : accesses, query) };
  });

  /** Removes reports from those that wait for their mail. */
  const removeWaiting = ({ documents }: ReportChoice) => {
    const { waitingReports } = portal.data;
    const others = waitingReports.documents.filter(({ id }) => !documents.includes(id));
    const changed = waitingReports.documents.length - others.length;
    portal.data.waitingReports = {
      documents: others,
      goesOutAt: others.length === 0 ? null : waitingReports.goesOutAt,
    };
    return { changed };
  };
  answer(readWaitingReports, admin, () => portal.data.waitingReports);
  answer(sendWaitingReports, admin, ({ body }) => removeWaiting(body));
  answer(recallWaitingReports, admin, ({ body }) => removeWaiting(body));
}
