import {
  type BuiltInRole,
  changeDocument,
  type DocumentListQuery,
  type DocumentOrder,
  type DocumentSort,
  deleteDocument,
  documentFormSchema,
  listDocuments,
  listReports,
  readDocumentContent,
  type StoredDocument,
  uploadDocument,
  type Visibility,
} from '@cytocomm/contract';
import { buildDocument } from '../builders.ts';
import { everybody, roles } from './access.ts';
import type { Answer } from './answer.ts';
import { putIntoBin } from './bin-calls.ts';
import { withOwn } from './document-acknowledgement-calls.ts';
import { assertNotPublic, isInGroups, namedGroups } from './groups.ts';
import { keyOf, once } from './once.ts';
import { cutPage, removeRecord, requireRecord } from './records.ts';
import { fold, holdsWords } from './search-words.ts';
import { sentPdf } from './sent-pdf.ts';
import type { FakePortal, FakeUser } from './state.ts';

/** Whether a document is one of those that a list asks for. */
function isWanted(
  { title, name, visibility, kind, year }: StoredDocument,
  { search = '', visibility: wanted, kind: kinds, year: wantedYear }: DocumentListQuery,
): boolean {
  return (
    (wanted === undefined || visibility === wanted) &&
    (kinds === undefined || kinds.includes(kind ?? 'none')) &&
    (wantedYear === undefined || wantedYear === year) &&
    holdsWords([title, name], search)
  );
}

const ORDERS: Readonly<Record<DocumentOrder, (document: StoredDocument) => string>> = {
  title: ({ title }) => fold(title),
  size: ({ size }) => String(size).padStart(16, '0'),
  uploadedAt: ({ uploadedAt }) => uploadedAt,
};

/** Returns how a list orders its documents. */
function documentOrder(sort: DocumentSort = '-uploadedAt') {
  const order = Object.entries(ORDERS).find(([name]) => sort.replace('-', '') === name)?.[1] ?? ORDERS.uploadedAt;
  const keyOf = (document: StoredDocument) => `${order(document)}\u0000${document.id}`;
  return (a: StoredDocument, b: StoredDocument) => (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
}

const WHAT = 'document';
const MAX_REPORTS = 100;
const REPORTS: readonly Visibility[] = ['public', 'investor'];

/** The readers of what is not public. */
const READERS: Readonly<Record<Exclude<Visibility, 'public'>, readonly BuiltInRole[]>> = {
  investor: ['admin', 'investor'],
  customer: ['admin', 'customer'],
};
const fieldsSchema = documentFormSchema.omit({ file: true });

/** Whether somebody may read a document. */
export const mayReadDocument = (person: FakeUser | null, { visibility, groups }: StoredDocument): boolean =>
  visibility === 'public' ||
  (READERS[visibility].some((role) => person?.roles.includes(role)) && isInGroups(person, { groups }));

/** Returns those of some people for whom a document is: none for a public one, and no admins. */
export const readersAmong = (
  users: readonly FakeUser[],
  { visibility, groups }: StoredDocument,
): readonly FakeUser[] =>
  visibility === 'public'
    ? []
    : users.filter(
        (person) =>
          person.roles.includes(visibility) && !person.roles.includes('admin') && isInGroups(person, { groups }),
      );

/** Returns the calls about documents. */
export function documentCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  /** Who uploaded or replaced a document is for admins. */
  const shownTo = (person: FakeUser | null, documents: readonly StoredDocument[]) =>
    documents.map((document) => {
      const { uploadedBy: _, replacedBy: __, groups: ___, ...rest } = document;
      return person?.roles.includes('admin') ? document : rest;
    });

  answer(listDocuments, everybody, ({ person, query }) =>
    cutPage(
      shownTo(
        person,
        portal.data.documents
          .filter((each) => mayReadDocument(person, each) && isWanted(each, query))
          .toSorted(documentOrder(query.sort))
          .map((each) => withOwn(portal, person, each)),
      ),
      query,
    ),
  );

  answer(listReports, roles('investor', 'admin'), ({ person, query }) => {
    const reports = portal.data.documents
      .filter((each) => REPORTS.includes(each.visibility) && mayReadDocument(person, each) && isWanted(each, query))
      .toSorted(documentOrder(query.sort))
      .map((each) => withOwn(portal, person, each));
    return cutPage(shownTo(person, reports), query, MAX_REPORTS);
  });

  answer(readDocumentContent, everybody, ({ person, params }) => {
    const readable = portal.data.documents.filter((each) => mayReadDocument(person, each));
    const { sha256 } = requireRecord(readable, params.id, WHAT);
    return new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf', etag: `"${sha256}"` } });
  });

  answer(uploadDocument, admin, async (call) => {
    keyOf(call.request);
    const { file, text, fields: given } = await sentPdf(portal, call.request, fieldsSchema);
    const { notify: _, groups, ...said } = given;
    assertNotPublic({ groups }, said.visibility === 'public');
    const { name, size } = file;
    const uploaded = { ...said, name, size, uploadedAt: new Date().toISOString(), ...namedGroups({ groups }) };
    return once(portal, call, { document: { ...given, name, text } }, portal.data.documents, () =>
      buildDocument({ ...uploaded, uploadedBy: call.person.email }),
    );
  });

  answer(changeDocument, admin, ({ params, body }) => {
    const document = requireRecord(portal.data.documents, params.id, WHAT);
    const { groups = document.groups, ...said } = body;
    assertNotPublic({ groups }, (said.visibility ?? document.visibility) === 'public');
    const taken = Object.fromEntries(Object.entries(said).map(([name, value]) => [name, value ?? undefined]));
    delete document.groups;
    return Object.assign(document, taken, namedGroups({ groups }));
  });

  answer(deleteDocument, admin, ({ params }) => {
    const document = requireRecord(portal.data.documents, params.id, WHAT);
    portal.data.documents = removeRecord(portal.data.documents, params.id, WHAT);
    const { id, title } = document;
    putIntoBin(portal, { kind: 'document', id, title }, () => void portal.data.documents.push(document));
  });
}
