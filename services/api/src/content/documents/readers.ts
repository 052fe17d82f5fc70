import {
  type DocumentReaders,
  MAX_READERS_COUNTED,
  type NonReaderQuery,
  type PersonAccess,
  type PersonAccessQuery,
  type Visibility,
} from '@cytocomm/contract';
import { createRoleHolders, type RoleHolder } from '../../identity/users/roles.ts';
import { groupsOfPerson, rolesOf } from '../../identity/users/service.ts';
import { conflict } from '../../platform/calls/problem.ts';
import { groupsOf, isReadBy } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { cursorAfter, inTime, type ListFilter, orderNamed, type Page, readPage } from '../../platform/lists/pages.ts';
import { matcherOf } from '../../platform/lists/search.ts';
import { readableKeys, visibilityOf } from './access.ts';
import { type AccessRecord, accessModel, accessOrder, accessVersion, openingFilter } from './access-log.ts';
import { type DocumentRecord, documentModel } from './model.ts';

/** An access with the current title of its document. */
type NamedAccess = AccessRecord & { readonly deleted: boolean };

/** Filters, order and page of the accesses of a person. */
export type PersonAccessSearch = Omit<PersonAccessQuery, 'limit'> & { readonly email: string; readonly limit: number };

/** Creates the list of accesses of a person, by default newest first. It throws 400 for an invalid cursor. */
export function createPersonAccesses(core: Core): (search: PersonAccessSearch) => Promise<Page<NamedAccess>> {
  const model = accessModel(core.database.connection);
  const documents = documentModel(core.database.connection);

  /** Adds the titles that documents have now. */
  async function withTitles<Access extends Pick<AccessRecord, 'documentId'>>(accesses: readonly Access[]) {
    const ids = [...new Set(accesses.map(({ documentId }) => String(documentId)))];
    const found = await documents.find({ _id: { $in: ids } }, { title: 1 }).lean();
    const titles = new Map(found.map(({ _id, title }) => [String(_id), title]));
    return accesses.map((access) => {
      const title = titles.get(String(access.documentId));
      return title === undefined ? { ...access, deleted: true } : { ...access, title, deleted: false };
    });
  }

  /** Returns the filter of the accesses to documents with some words in their titles, which change: no access holds the present one. */
  async function titled(by: string, words: string): Promise<ListFilter> {
    const accessed = await model.aggregate<{ readonly _id: Pick<AccessRecord, 'documentId' | 'title'> }>([
      { $match: { by } },
      { $group: { _id: { documentId: '$documentId', title: '$title' } } },
    ]);
    const isFound = matcherOf(words);
    const found = (await withTitles(accessed.map(({ _id }) => _id))).filter(({ title = '' }) => isFound(title));
    const [gone, present] = [true, false].map((deleted) => found.filter((each) => each.deleted === deleted));
    return {
      $or: [
        { documentId: { $in: present?.map(({ documentId }) => documentId) } },
        ...(gone ?? []).map(({ documentId, title }) => ({ documentId, title })),
      ],
    };
  }

  return async ({ email: by, limit, cursor, sort = '-at', document = '', action, after, before }) => {
    const filter = {
      ...{ by, ...inTime('at', after, before) },
      ...(action !== undefined && { action }),
      ...(document !== '' && (await titled(by, document))),
    };
    const { rows, nextCursor } = await readPage(model, { filter, order: accessOrder(sort), limit, cursor });
    return { rows: await withTitles(rows), nextCursor };
  };
}

/** Presents an access to admins. */
export function presentPersonAccess({ at, action, from, documentId, title, deleted }: NamedAccess): PersonAccess {
  return { at: at.toISOString(), action, from, documentId: String(documentId), title: title ?? null, deleted };
}

/** A role whose holders read documents that are not public. */
export type ReaderRole = Exclude<Visibility, 'public'>;

/** Whether a person has opened the current file, or only earlier ones. */
interface Opened {
  readonly opened: boolean;
  readonly openedEarlier: boolean;
}

/** A person who may have opened a document. */
type Opener = Pick<RoleHolder, '_id' | 'email' | 'createdAt'>;

/** A reader of a document, and whether they have opened it. */
type Reader = RoleHolder & Opened;

/** A batch of readers. */
interface ReaderBatch {
  readonly people: readonly Reader[];
  /** The e-mail to continue after; null for the last batch. */
  readonly last: string | null;
}

/** Filters, order and page of the people who have not opened a document. */
type NonReaderSearch = Omit<NonReaderQuery, 'limit'> & { readonly limit: number };

/** Size of a batch of people. */
const AT_ONCE = 500;

const ORDERS = { email: 'email', lastSignIn: 'lastSignInAt' } as const;

/** How many batches of people are read for one page: it may have fewer than the limit, and lead to more. */
const MAX_BATCHES = 4;

/** Returns the role whose holders read a document; undefined for a public one. */
export function readerRoleOf({ visibility }: Pick<DocumentRecord, 'visibility'>): ReaderRole | undefined {
  const name = visibilityOf(visibility);
  return name === 'public' ? undefined : name;
}

/** Returns the role whose holders read a document. Throws 409 for a public one. */
export function readerRoleFor(record: Pick<DocumentRecord, 'visibility'>): ReaderRole {
  const role = readerRoleOf(record);
  if (role === undefined)
    throw conflict('conflict', 'This document is public: it is for everybody, so its readers are not counted.');
  return role;
}

/** The fields that decide who reads a document, and which file they should open. */
type ReadDocument = Pick<DocumentRecord, '_id' | 'visibility' | 'file' | 'newestVersion' | 'kind'>;

/** Whether a person should read a document that is not public; admins, who may read all, should not. */
export function isReader(
  person: Pick<RoleHolder, 'roles' | 'groups'>,
  { visibility }: Pick<DocumentRecord, 'visibility'>,
): boolean {
  const roles = rolesOf(person);
  return !roles.includes('admin') && isReadBy(visibility, readableKeys({ roles, groups: groupsOfPerson(person) }));
}

/** The people whom documents are for. */
export interface Readers {
  /** Counts readers, and those who have opened the document, up to `MAX_READERS_COUNTED` people. */
  count(record: DocumentRecord): Promise<DocumentReaders>;
  /** Returns a page of readers who have not opened a document. Throws 400 for an invalid cursor. */
  nonReaders(document: ReadDocument, role: ReaderRole, search: NonReaderSearch): Promise<Page<Reader>>;
  /** Yields all readers after the e-mail `last`, by e-mail, in batches. */
  all(document: ReadDocument, role: ReaderRole, last?: string): AsyncIterable<ReaderBatch>;
  /** Whether a person has opened a document. */
  openedBy(document: ReadDocument, person: Opener): Promise<Opened>;
}

/** Creates the readers of documents. */
export function createReaders(core: Core): Readers {
  const { connection } = core.database;
  const holders = createRoleHolders(connection);
  const accesses = accessModel(connection);

  /** Returns the e-mails of those people who have opened something since they were added; earlier accesses are not theirs. */
  async function openers(
    people: readonly Opener[],
    of: Pick<AccessRecord, 'documentId' | 'whole'> & { readonly version?: number | null },
  ): Promise<ReadonlySet<string>> {
    const by = { $in: people.map(({ email }) => email) };
    const found = await accesses.aggregate<{ readonly _id: string; readonly at: Date }>([
      { $match: { ...of, by } },
      { $group: { _id: '$by', at: { $max: '$at' } } },
    ]);
    const last = new Map(found.map(({ _id, at }) => [_id, at]));
    const opened = people.filter((person) => {
      const at = last.get(person.email);
      return at !== undefined && at >= person.createdAt;
    });
    return new Set(opened.map(({ email }) => email));
  }

  async function withOpened<Person extends Opener>(
    document: ReadDocument,
    people: readonly Person[],
  ): Promise<(Person & Opened)[]> {
    if (people.length === 0) return [];
    const { _id: documentId, newestVersion } = document;
    const opening = openingFilter(document);
    const ever = await openers(people, { documentId, ...opening });
    // With one version, all accesses are to the current file.
    const current =
      newestVersion === undefined
        ? ever
        : await openers(people, { documentId, ...opening, version: accessVersion(document) });
    return people.map((person) => {
      const opened = current.has(person.email);
      return { ...person, opened, openedEarlier: !opened && ever.has(person.email) };
    });
  }

  async function* all(document: ReadDocument, role: ReaderRole, start = ''): AsyncGenerator<ReaderBatch> {
    const groups = groupsOf(document.visibility);
    for (let last: string | null = start; last !== null; ) {
      const found: readonly RoleHolder[] = await holders.after(role, groups, last, AT_ONCE);
      const readersFound = found.filter((person) => isReader(person, document));
      last = found.length < AT_ONCE ? null : (found.at(-1)?.email ?? null);
      yield { people: await withOpened(document, readersFound), last };
    }
  }

  return {
    all,

    openedBy: async (document, person) => {
      const [{ opened, openedEarlier } = { opened: false, openedEarlier: false }] = await withOpened(document, [
        person,
      ]);
      return { opened, openedEarlier };
    },

    count: async (record) => {
      const role = readerRoleOf(record);
      if (role === undefined) return { role: null, people: 0, opened: 0, openedEarlier: 0, more: false };
      const counted: Reader[] = [];
      for await (const { people } of all(record, role)) {
        counted.push(...people);
        if (counted.length > MAX_READERS_COUNTED) break;
      }
      const more = counted.length > MAX_READERS_COUNTED;
      const people = counted.slice(0, MAX_READERS_COUNTED);
      const opened = people.filter((each) => each.opened).length;
      const openedEarlier = people.filter((each) => each.openedEarlier).length;
      return { role, people: people.length, opened, openedEarlier, more };
    },

    nonReaders: async (document, role, { search, sort = 'email', limit, cursor }) => {
      const groups = groupsOf(document.visibility);
      const filter = { roles: role, ...(groups.length > 0 && { groups: { $in: groups } }) };
      const order = orderNamed<RoleHolder>(sort, ORDERS, 'email');
      const found: Reader[] = [];
      let nextCursor = cursor ?? null;
      for (let batch = 0; batch < MAX_BATCHES && found.length <= limit; batch += 1) {
        const page = await holders.page({ filter, search, order, limit: AT_ONCE, cursor: nextCursor ?? undefined });
        const people = page.rows.filter((person) => isReader(person, document));
        found.push(...(await withOpened(document, people)).filter(({ opened }) => !opened));
        nextCursor = page.nextCursor;
        if (nextCursor === null) break;
      }
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      return { rows, nextCursor: found.length > limit && last ? cursorAfter('users', order, last) : nextCursor };
    },
  };
}
