import {
  type DocumentAccess,
  type DocumentListQuery,
  type DocumentVersion,
  documentContentFormSchema,
  documentFormSchema,
  inPlainLetters,
  type PersonAccessQuery,
  RETENTION,
  type StoredDocument,
} from '@cytocomm/contract';
import { buildDocument, buildMail } from '../builders.ts';
import { type Answers, readForm } from './answer.ts';
import { moveIntoBin } from './bin-calls.ts';
import { add, by, cutPage, isWithin, listed, now, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';
import { namedGroups } from './user-calls.ts';

const VERSION_TTL = RETENTION.documentVersionDays * 24 * 3600 * 1000;

const documentListing = {
  texts: ({ title, name }: StoredDocument) => [title, name],
  fits: (document: StoredDocument, { visibility, kind, year }: DocumentListQuery) =>
    (visibility === undefined || document.visibility === visibility) &&
    (kind === undefined || kind.includes(document.kind ?? 'none')) &&
    (year === undefined || document.year === year),
  orders: {
    title: ({ title }: StoredDocument) => inPlainLetters(title),
    size: ({ size }: StoredDocument) => String(size).padStart(16, '0'),
    uploadedAt: by('uploadedAt'),
  },
  sort: '-uploadedAt',
};

/** Returns how accesses are listed whose search looks in a text of theirs. */
const accessListing = <Access extends Pick<DocumentAccess, 'at' | 'action'>>(
  textOf: (access: Access) => string | null,
) => ({
  texts: (access: Access) => [textOf(access) ?? ''],
  fits: ({ at, action }: Access, query: Pick<PersonAccessQuery, 'action' | 'after' | 'before'>) =>
    (query.action === undefined || action === query.action) && isWithin(at, query),
  orders: { at: by('at') },
  sort: '-at',
});

const withOpened = (document: StoredDocument) => (document.kind === 'sop' ? { opened: false, ...document } : document);
const headOf = ({ title, kind, revision }: StoredDocument) => ({ title, kind, revision });
const pdf = (sha256: string) =>
  new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf', etag: `"${sha256}"` } });

/** Adds the calls about documents and the files that they have and had. */
export function documentCalls(portal: FakePortal): Answers {
  const find = (id: string) => requireRecord(portal.data.documents, id, 'document');
  const keptUntil = () => new Date(Date.now() + VERSION_TTL).toISOString();
  const versionsOf = ({ id, name, size, sha256, uploadedAt, uploadedBy = '' }: StoredDocument) => {
    const first = { number: 1, name, size, sha256, uploadedAt, uploadedBy, isCurrent: true, keptUntil: null };
    return (portal.data.documentVersions.get(id) ?? [first]).map((each): DocumentVersion => {
      const isCurrent = each.sha256 === sha256;
      return { ...each, isCurrent, keptUntil: isCurrent ? null : (each.keptUntil ?? keptUntil()) };
    });
  };
  const versionOf = (id: string, number: string) => {
    const version = versionsOf(find(id)).find((each) => String(each.number) === number);
    if (version === undefined) throw new Refusal('not-found', 'There is no such version of this document.');
    return version;
  };
  const makeCurrent = (document: StoredDocument, { number, name, size, sha256 }: DocumentVersion, by: string) =>
    Object.assign(document, { name, size, sha256, version: number, replacedAt: now(), replacedBy: by });
  return {
    listDocuments: ({ query }) => cutPage(listed(portal.data.documents, query, documentListing).map(withOpened), query),
    readDocumentContent: ({ params }) => {
      const document = find(params.id);
      if (document.kind === 'sop') document.opened = true;
      return pdf(document.sha256);
    },
    listReports: ({ query }) => {
      const reports = portal.data.documents.filter(({ visibility }) => visibility !== 'customer');
      return cutPage(listed(reports, query, documentListing), query, 100);
    },
    uploadDocument: async ({ person, request }) => {
      const { file, fields } = await readForm(request, documentFormSchema.omit({ file: true }));
      const { notify: _, groups, ...details } = fields;
      const uploaded = { name: file.name, size: file.size, uploadedAt: now(), uploadedBy: person.email };
      return add(portal.data.documents, buildDocument({ ...details, ...namedGroups(groups), ...uploaded }));
    },
    changeDocument: ({ params, body: { groups, ...details } }) => {
      const document = find(params.id);
      if (groups !== undefined) delete document.groups;
      const changes = Object.entries(details).map(([name, value]) => [name, value ?? undefined]);
      return Object.assign(document, Object.fromEntries(changes), namedGroups(groups));
    },
    deleteDocument: ({ params }) => {
      const document = find(params.id);
      moveIntoBin(portal, { ...document, kind: 'document' }, portal.data.documents, document);
    },
    readStorageUsage: () => {
      const { documents, maxUploadBytes } = portal.data;
      const bytes = documents.reduce((sum, { size }) => sum + size, 0);
      return { documents: documents.length, bytes, maxUploadBytes };
    },
    replaceDocumentContent: async ({ params, request, person }) => {
      const document = find(params.id);
      const { file, fields } = await readForm(request, documentContentFormSchema.omit({ file: true }));
      const { revision = document.revision, validFrom = document.validFrom } = fields;
      const versions = versionsOf(document);
      const number = Math.max(...versions.map((each) => each.number)) + 1;
      const uploaded = { number, name: file.name, size: file.size, sha256: String(number).padStart(64, '0') };
      const next = { ...uploaded, uploadedAt: now(), uploadedBy: person.email, isCurrent: true, keptUntil: null };
      portal.data.documentVersions.set(document.id, [next, ...versions]);
      return Object.assign(makeCurrent(document, next, person.email), { revision, validFrom });
    },
    listDocumentVersions: ({ params }) => {
      const document = find(params.id);
      const { visibility, validFrom, groups } = document;
      return { ...headOf(document), visibility, validFrom, items: versionsOf(document), ...namedGroups(groups) };
    },
    readDocumentVersion: ({ params }) => pdf(versionOf(params.id, params.number).sha256),
    deleteDocumentVersion: ({ params }) => {
      const others = versionsOf(find(params.id)).filter(({ number }) => String(number) !== params.number);
      portal.data.documentVersions.set(params.id, others);
    },
    restoreDocumentVersion: ({ params, person }) =>
      makeCurrent(find(params.id), versionOf(params.id, params.number), person.email),
  };
}

/** Adds the calls about who read and acknowledged documents, and about mails to their readers. */
export function documentReaderCalls(portal: FakePortal): Answers {
  const find = (id: string) => requireRecord(portal.data.documents, id, 'document');
  const acknowledgementsOf = ({ id, sha256 }: StoredDocument) =>
    (portal.data.acknowledgements.get(id) ?? []).map((row) => ({ ...row, isCurrent: row.sha256 === sha256 }));
  /** Returns those for whom a document is, each with what they did with its file. */
  const readersOf = (document: StoredDocument) => {
    const { id, visibility, groups, replacedAt = '' } = document;
    const isFor = (user: FakeUser) =>
      user.roles.includes(visibility) && (groups?.some((group) => user.groups?.includes(group)) ?? true);
    return portal.data.users.filter(isFor).map(({ email, name, lastSignInAt }) => {
      const accesses = (portal.data.accesses.get(id) ?? []).filter((access) => access.by === email);
      const opened = accesses.some(({ at }) => at >= replacedAt);
      const acknowledged = acknowledgementsOf(document).some((row) => row.isCurrent && row.email === email);
      return { email, name, lastSignInAt, opened, openedEarlier: !opened && accesses.length > 0, acknowledged };
    });
  };
  const nonReadersOf = (document: StoredDocument) => readersOf(document).filter(({ opened }) => !opened);
  const removeWaiting = (ids: readonly string[]) => {
    const { documents, goesOutAt } = portal.data.waitingReports;
    const others = documents.filter(({ id }) => !ids.includes(id));
    portal.data.waitingReports = { documents: others, goesOutAt: others.length === 0 ? null : goesOutAt };
    return { changed: documents.length - others.length };
  };
  return {
    acknowledgeDocument: ({ params, body: { name, sha256 } }) => {
      const document = find(params.id);
      const { revision } = document;
      Object.assign(document, { acknowledgedAt: now(), acknowledgedRevision: revision });
      return { acknowledgedAt: now(), name, sha256, revision };
    },
    listAcknowledgements: ({ params, query }) => {
      const document = find(params.id);
      const rows = listed(acknowledgementsOf(document), query, {
        texts: ({ email, name }) => [email, name],
        fits: ({ isCurrent }, { file }) => file === undefined || isCurrent === (file === 'current'),
        orders: { acknowledgedAt: by('acknowledgedAt') },
        sort: '-acknowledgedAt',
      });
      return { ...headOf(document), ...cutPage(rows, query) };
    },
    listMissingAcknowledgements: ({ params, query }) => {
      const document = find(params.id);
      const missing = readersOf(document).filter(({ acknowledged }) => !acknowledged);
      return { ...headOf(document), ...cutPage(missing, query) };
    },
    countDocumentReaders: ({ params }) => {
      const document = find(params.id);
      const { visibility, kind } = document;
      const readers = readersOf(document);
      return {
        role: visibility === 'public' ? null : visibility,
        people: readers.length,
        opened: readers.filter(({ opened }) => opened).length,
        openedEarlier: readers.filter(({ openedEarlier }) => openedEarlier).length,
        more: false,
        ...(kind === 'sop' && { acknowledged: readers.filter((each) => each.acknowledged).length }),
      };
    },
    listNonReaders: ({ params, query }) => {
      const document = find(params.id);
      const people = listed(nonReadersOf(document), query, {
        texts: ({ email, name }) => [email, name],
        orders: { email: by('email'), lastSignIn: by('lastSignInAt') },
        sort: 'email',
      });
      return { title: document.title, ...cutPage(people, query) };
    },
    remindNonReaders: ({ params }) => {
      const recipients = nonReadersOf(find(params.id));
      for (const { email: to } of recipients)
        portal.data.mails.unshift(buildMail({ kind: 'reading-reminder', to, status: 'waiting', sentAt: null }));
      return { queued: recipients.length, more: false, next: null };
    },
    listDocumentAccesses: ({ params, query: { by: reader, ...query } }) => {
      const { title } = find(params.id);
      const accesses = portal.data.accesses.get(params.id) ?? [];
      const listing = accessListing<DocumentAccess>((access) => access.by);
      return { title, ...cutPage(listed(accesses, { ...query, search: reader }, listing), query) };
    },
    listPersonAccesses: ({ params: { email }, query: { document: words, ...query } }) => {
      const accesses = [...portal.data.accesses].flatMap(([documentId, all]) => {
        const title = portal.data.documents.find(({ id }) => id === documentId)?.title ?? null;
        return all
          .filter((access) => access.by === email)
          .map(({ at, action, from }) => ({ at, action, from, documentId, title, deleted: title === null }));
      });
      const found = listed(
        accesses,
        { ...query, search: words },
        accessListing(({ title }) => title),
      );
      const name = portal.data.users.find((each) => each.email === email)?.name ?? null;
      return { name, ...cutPage(found, query) };
    },
    readWaitingReports: () => portal.data.waitingReports,
    sendWaitingReports: ({ body }) => removeWaiting(body.documents),
    recallWaitingReports: ({ body }) => removeWaiting(body.documents),
  };
}
