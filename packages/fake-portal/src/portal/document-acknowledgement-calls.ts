import {
  type AcknowledgementQuery,
  acknowledgeDocument,
  type DocumentAcknowledgement,
  listAcknowledgements,
  listMissingAcknowledgements,
  type StoredDocument,
} from '@cytocomm/contract';
import { roles, signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { mayReadDocument, readersAmong } from './document-calls.ts';
import { cutPage, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import { holdsWords } from './search-words.ts';
import type { FakePortal, FakeUser } from './state.ts';

const isAsked = ({ kind, visibility }: StoredDocument) => kind === 'sop' && visibility !== 'public';

function assertAsked(document: StoredDocument): void {
  if (!isAsked(document))
    throw new Refusal('conflict', 'This document needs no acknowledgement: only SOPs do, and none that are public.');
}

const described = ({ title, kind, revision }: StoredDocument) => ({
  title,
  ...(kind && { kind }),
  ...(revision !== undefined && { revision }),
});

/** Returns the acknowledgements of the file that a document has. */
const currentOf = (portal: FakePortal, { id, sha256 }: StoredDocument): readonly DocumentAcknowledgement[] =>
  (portal.data.acknowledgements.get(id) ?? []).filter((each) => each.sha256 === sha256);

const hasOpened = (portal: FakePortal, { id, replacedAt = '' }: StoredDocument, email: string): boolean =>
  portal.data.accesses.get(id)?.some(({ by, at }) => by === email && at >= replacedAt) === true;

/** Returns a document with what its reader has opened and acknowledged of it. */
export function withOwn(portal: FakePortal, person: FakeUser | null, document: StoredDocument): StoredDocument {
  if (person === null || !isAsked(document)) return document;
  const given = currentOf(portal, document).find(({ email }) => email === person.email);
  return {
    ...document,
    opened: hasOpened(portal, document, person.email),
    ...(given && { acknowledgedAt: given.acknowledgedAt }),
    ...(given?.revision !== undefined && { acknowledgedRevision: given.revision }),
  };
}

/** Counts those of some people who have acknowledged the file that a document has; undefined for what is not to be. */
export function countAcknowledged(
  portal: FakePortal,
  document: StoredDocument,
  people: readonly FakeUser[],
): number | undefined {
  if (!isAsked(document)) return undefined;
  const signers = currentOf(portal, document).map(({ email }) => email);
  return people.filter(({ email }) => signers.includes(email)).length;
}

/** Returns the calls about who acknowledged which SOP. */
export function documentAcknowledgementCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (id: string) => requireRecord(portal.data.documents, id, 'document');

  answer(acknowledgeDocument, signedIn, ({ person, params, body }) => {
    const readable = portal.data.documents.filter((each) => mayReadDocument(person, each));
    const document = requireRecord(readable, params.id, 'document');
    assertAsked(document);
    const { id, sha256, title, revision, validFrom, version = 1 } = document;
    if (sha256 !== body.sha256)
      throw new Refusal('precondition-failed', 'This document has another file since. Open it, and read that.', {
        headers: { ETag: `"${sha256}"` },
      });
    const known = currentOf(portal, document).find(({ email }) => email === person.email);
    if (known === undefined && !hasOpened(portal, document, person.email))
      throw new Refusal('conflict', 'You have not opened this file yet. Open it first.');
    const said = { ...(revision !== undefined && { revision }), ...(validFrom !== undefined && { validFrom }) };
    const { acknowledgedAt, name, ...given } = known ?? {
      ...{ email: person.email, name: body.name, acknowledgedAt: new Date().toISOString(), sha256 },
      ...{ title, fileName: document.name, version, isCurrent: true, ...said },
    };
    if (known === undefined)
      portal.data.acknowledgements.set(id, [
        { acknowledgedAt, name, ...given },
        ...(portal.data.acknowledgements.get(id) ?? []),
      ]);
    return { acknowledgedAt, name, sha256, ...(given.revision !== undefined && { revision: given.revision }) };
  });

  const isWanted = (row: DocumentAcknowledgement, { file, search = '' }: AcknowledgementQuery) =>
    (file === undefined || row.isCurrent === (file === 'current')) && holdsWords([row.email, row.name], search);

  answer(listAcknowledgements, admin, ({ params, query }) => {
    const document = find(params.id);
    const rows = (portal.data.acknowledgements.get(document.id) ?? [])
      .map((row) => ({ ...row, isCurrent: row.sha256 === document.sha256 }))
      .filter((row) => isWanted(row, query))
      .toSorted((a, b) => b.acknowledgedAt.localeCompare(a.acknowledgedAt));
    return { ...described(document), ...cutPage(query.sort === 'acknowledgedAt' ? rows.toReversed() : rows, query) };
  });

  answer(listMissingAcknowledgements, admin, ({ params, query }) => {
    const document = find(params.id);
    assertAsked(document);
    const signers = currentOf(portal, document).map(({ email }) => email);
    const people = readersAmong(portal.data.users, document)
      .filter(({ email }) => !signers.includes(email))
      .toSorted((a, b) => (a.email < b.email ? -1 : 1))
      .map(({ email, name, lastSignInAt }) => ({
        ...{ email, name, opened: hasOpened(portal, document, email) },
        ...(lastSignInAt !== undefined && { lastSignInAt }),
      }));
    return { ...described(document), ...cutPage(people, query) };
  });
}
