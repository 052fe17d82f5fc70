import {
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
import { type Answer, readPdfForm } from './answer.ts';
import { putIntoBin } from './bin-calls.ts';
import { withOwn } from './document-reader-calls.ts';
import { assertNotPublic, mayReadDocument, namedGroups } from './groups.ts';
import { cutPage, fold, holdsWords, keyOf, once, orderBy, removeRecord, requireRecord } from './records.ts';
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

const documentOrder = (sort: DocumentSort = '-uploadedAt') => orderBy(ORDERS, sort, ({ id }) => id);

const WHAT = 'document';
const MAX_REPORTS = 100;
const REPORTS: readonly Visibility[] = ['public', 'investor'];

const fieldsSchema = documentFormSchema.omit({ file: true });

/** Adds the calls about documents. */
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
    const { file, text, fields } = await readPdfForm(portal, call.request, fieldsSchema);
    const { notify: _, groups, ...details } = fields;
    assertNotPublic({ groups }, details.visibility === 'public');
    const { name, size } = file;
    const uploaded = { ...details, name, size, uploadedAt: new Date().toISOString(), ...namedGroups({ groups }) };
    return once(portal, call, { document: { ...fields, name, text } }, portal.data.documents, () =>
      buildDocument({ ...uploaded, uploadedBy: call.person.email }),
    );
  });

  answer(changeDocument, admin, ({ params, body }) => {
    const document = requireRecord(portal.data.documents, params.id, WHAT);
    const { groups = document.groups, ...details } = body;
    assertNotPublic({ groups }, (details.visibility ?? document.visibility) === 'public');
    const changes = Object.fromEntries(Object.entries(details).map(([name, value]) => [name, value ?? undefined]));
    delete document.groups;
    return Object.assign(document, changes, namedGroups({ groups }));
  });

  answer(deleteDocument, admin, ({ params }) => {
    const document = requireRecord(portal.data.documents, params.id, WHAT);
    portal.data.documents = removeRecord(portal.data.documents, params.id, WHAT);
    const { id, title } = document;
    putIntoBin(portal, { kind: 'document', id, title }, () => void portal.data.documents.push(document));
  });
}
