import {
  type DocumentReaders,
  MAX_READERS_COUNTED,
  type NonReaderQuery,
  type PersonAccess,
  type PersonAccessQuery,
  type Visibility,
} from '@cytocomm/contract';
import { z } from 'zod';
import { NEVER } from '../../identity/users/record.ts';
import { createRoleHolders, type RoleHolder } from '../../identity/users/roles.ts';
import { groupsOfPerson, rolesOf } from '../../identity/users/service.ts';
import { conflict } from '../../platform/calls/problem.ts';
import { groupsOf, isReadBy } from '../../platform/calls/readers.ts';
import type { Core } from '../../platform/core.ts';
import { type Condition, type ListedCollection, type ListPage, readList } from '../../platform/lists/indexed-list.ts';
import { FIRST_MOMENT, type ListOrder, orderNamed, RECORD_ID } from '../../platform/lists/list-order.ts';
import { searchConditions, searchTextOf } from '../../platform/lists/search-keys.ts';
import { readableKeys, visibilityOf } from './access.ts';
import { type AccessRecord, accessModel, accessVersion, openingFilter } from './access-log.ts';
import { type DocumentRecord, documentModel } from './model.ts';

/** An access with the current title of its document. */
type NamedAccess = AccessRecord & { readonly deleted: boolean };

/** Filters, order and page of the accesses of a person. */
export type PersonAccessSearch = Omit<PersonAccessQuery, 'limit'> & { readonly email: string; readonly limit: number };

const ACCESS_ORDERS = { at: { field: 'at', least: FIRST_MOMENT } } as const;

/** Creates the list of accesses of a person, by default newest first. It throws 400 for an invalid cursor. */
export function createPersonAccesses(core: Core): (search: PersonAccessSearch) => Promise<ListPage<NamedAccess>> {
  const model = accessModel(core.database.connection);
  const documents = documentModel(core.database.connection);

  async function withTitles(rows: readonly AccessRecord[]): Promise<NamedAccess[]> {
    const ids = [...new Set(rows.map(({ documentId }) => String(documentId)))];
    const found = await documents.find({ _id: { $in: ids }, visibility: { $exists: true } }, { title: 1 }).lean();
    const titles = new Map(found.map(({ _id, title }) => [String(_id), title]));
    return rows.map((row) => {
      const title = titles.get(String(row.documentId));
      return title === undefined ? { ...row, deleted: true } : { ...row, title, deleted: false };
    });
  }

  const collection: ListedCollection<NamedAccess> = {
    find: async (filter, sort, limit) =>
      withTitles(
        await model.find(filter, { searchKeys: 0, searchText: 0 }).sort(sort).limit(limit).lean<AccessRecord[]>(),
      ),
    count: (filter, limit) => model.countDocuments(filter, { limit }),
  };

  return ({ limit, cursor, sort = '-at', ...query }) =>
    readList(collection, {
      conditions: conditionsOf(query),
      order: orderNamed<NamedAccess>(sort, ACCESS_ORDERS, RECORD_ID),
      limit,
      cursor,
    });
}

/** Presents an access to admins. */
export function presentPersonAccess({ at, action, from, documentId, title, deleted }: NamedAccess): PersonAccess {
  return { at: at.toISOString(), action, from, documentId: String(documentId), title: title ?? null, deleted };
}

type PersonAccessFilter = Omit<PersonAccessSearch, 'limit' | 'cursor' | 'sort'>;

function conditionsOf({ email, document = '', action, after, before }: PersonAccessFilter): Condition<NamedAccess>[] {
  const range = {
    ...(after !== undefined && { $gte: new Date(after) }),
    ...(before !== undefined && { $lt: new Date(before) }),
  };
  const isRanged = after !== undefined || before !== undefined;
  const ofPerson = { by: email, ...(isRanged && { at: range }) };
  return [
    // The index covers person and days.
    { holds: () => true, entries: [], isExact: true, inOrderOf: () => [ofPerson] },
    ...searchConditions<NamedAccess>(document, 'at').map(({ holds }) => ({
      // Titles change, so no index of accesses holds them.
      holds: (row: NamedAccess) => holds({ ...row, searchText: searchTextOf([row.title ?? '']) }),
      entries: [],
      isExact: false,
    })),
    ...(action === undefined
      ? []
      : [{ holds: (row: NamedAccess) => row.action === action, entries: [], isExact: false }]),
  ];
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

const ORDERS = {
  email: { field: 'email', least: '' },
  lastSignIn: { field: 'lastSignInAt', least: NEVER },
} as const satisfies Record<string, Pick<ListOrder<Reader>, 'field' | 'least'>>;

const BY_EMAIL = { field: 'email', schema: z.string(), read: (email: string) => email } as const;

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
  nonReaders(document: ReadDocument, role: ReaderRole, search: NonReaderSearch): Promise<ListPage<Reader>>;
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

    nonReaders: async (document, role, { search = '', sort = 'email', limit, cursor }) => {
      const collection = holders.collection((people) => withOpened(document, people));
      const groups = groupsOf(document.visibility);
      const conditions: Condition<Reader>[] = [
        {
          holds: () => true,
          entries: [groups.length === 0 ? { roles: role } : { groups: { $in: groups } }],
          isExact: false,
          // Members of a group are indexed by e-mail alone.
          inOrderOf: (field) =>
            groups.length > 0 && field === 'email' ? groups.map((group) => ({ groups: group })) : [{ roles: role }],
        },
        // Checked per row: the index of a role has admins, too, and groups have people of any role.
        { holds: (person) => !person.opened && isReader(person, document), entries: [], isExact: false },
        ...searchConditions<Reader>(search, 'email'),
      ];
      const order = orderNamed<Reader>(sort, ORDERS, BY_EMAIL);
      return readList(collection, { conditions, order, limit, cursor });
    },
  };
}
