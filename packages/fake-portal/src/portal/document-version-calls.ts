import {
  type DocumentVersion,
  deleteDocumentVersion,
  documentContentFormSchema,
  listDocumentVersions,
  RETENTION,
  readDocumentVersion,
  replaceDocumentContent,
  restoreDocumentVersion,
  type StoredDocument,
} from '@cytocomm/contract';
import { roles } from './access.ts';
import { type Answer, readPdfForm } from './answer.ts';
import { namedGroups } from './groups.ts';
import { keyOf, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const VERSION_TTL = RETENTION.documentVersionDays * 24 * 3600 * 1000;
const fieldsSchema = documentContentFormSchema.omit({ file: true });

/** Adds the calls about the files that documents have and had. */
export function documentVersionCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const requested = (id: string) => requireRecord(portal.data.documents, id, 'document');

  function versionsOf(document: StoredDocument): DocumentVersion[] {
    const { id, name, size, sha256, uploadedAt, uploadedBy = '' } = document;
    const first = { number: 1, name, size, sha256, uploadedAt, uploadedBy, isCurrent: true, keptUntil: null };
    const versions = portal.data.documentVersions.get(id) ?? [first];
    portal.data.documentVersions.set(id, versions);
    return versions;
  }

  function assertIfMatch(request: Request, { sha256 }: StoredDocument): void {
    const header = request.headers.get('if-match');
    if (header === null || header === `"${sha256}"`) return;
    throw new Refusal('precondition-failed', 'This document has another file than you saw. Nothing was changed.');
  }

  function makeCurrent(document: StoredDocument, next: DocumentVersion, by: string): StoredDocument {
    const { number, name, size, sha256 } = next;
    const keptUntil = new Date(Date.now() + VERSION_TTL).toISOString();
    const all = [next, ...versionsOf(document).filter((each) => each.number !== number)].map((each) => ({
      ...each,
      isCurrent: each.number === number,
      keptUntil: each.number === number ? null : (each.keptUntil ?? keptUntil),
    }));
    portal.data.documentVersions.set(
      document.id,
      all.toSorted((a, b) => b.number - a.number),
    );
    const replaced = { version: number, replacedAt: new Date().toISOString(), replacedBy: by };
    return Object.assign(document, { name, size, sha256, ...replaced });
  }

  answer(replaceDocumentContent, admin, async ({ params, request, person }) => {
    keyOf(request);
    const document = requested(params.id);
    assertIfMatch(request, document);
    const { file, fields } = await readPdfForm(portal, request, fieldsSchema);
    const { revision = document.revision, validFrom = document.validFrom } = fields;
    Object.assign(document, { revision, validFrom });
    const number = Math.max(...versionsOf(document).map((each) => each.number)) + 1;
    const { name, size } = file;
    const sha256 = String(number).padStart(64, '0');
    const uploaded = { uploadedAt: new Date().toISOString(), uploadedBy: person.email };
    return makeCurrent(
      document,
      { number, name, size, sha256, ...uploaded, isCurrent: true, keptUntil: null },
      person.email,
    );
  });

  answer(listDocumentVersions, admin, ({ params }) => {
    const document = requested(params.id);
    const { title, visibility, kind, revision, validFrom } = document;
    const details = { title, visibility, kind, revision, validFrom };
    return { ...details, items: versionsOf(document), ...namedGroups(document) };
  });

  const versionNumbered = (document: StoredDocument, number: string) => {
    const found = versionsOf(document).find((each) => String(each.number) === number);
    if (found === undefined) throw new Refusal('not-found', 'There is no such version of this document.');
    return found;
  };

  answer(readDocumentVersion, admin, ({ params }) => {
    const { sha256 } = versionNumbered(requested(params.id), params.number);
    return new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf', etag: `"${sha256}"` } });
  });

  answer(deleteDocumentVersion, admin, ({ params }) => {
    const document = requested(params.id);
    const deleted = versionNumbered(document, params.number);
    if (deleted.isCurrent)
      throw new Refusal('conflict', 'This is the current file. Replace it first, or delete the document.');
    portal.data.documentVersions.set(
      document.id,
      versionsOf(document).filter((each) => each !== deleted),
    );
  });

  answer(restoreDocumentVersion, admin, ({ params, request, person }) => {
    const document = requested(params.id);
    const next = versionNumbered(document, params.number);
    assertIfMatch(request, document);
    return next.isCurrent ? document : makeCurrent(document, next, person.email);
  });
}
