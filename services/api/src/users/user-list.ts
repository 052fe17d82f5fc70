import type { UserListQuery, UserOrder } from '@cytocomm/contract';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { z } from 'zod';
import { cutPage, decodeCursor, encodeCursor } from '../http/cursor.ts';
import { completeRecords, NEVER } from './complete-records.ts';
import { rolesOf, type UserRecord } from './model.ts';
import { searchTermsOf } from './search-keys.ts';

/** What a list shows of a person, and is searched and ordered by. */
export type ListedUser = Pick<
  UserRecord,
  'email' | 'name' | 'roles' | 'createdAt' | 'lastSignInAt' | 'sortName' | 'searchText'
>;

/** A page of users. */
export interface UserPage {
  readonly users: readonly ListedUser[];
  readonly total: number;
  /** Whether there may be more than `total`. */
  readonly atLeast: boolean;
  readonly nextCursor: string | null;
}

/** Which page of which users. */
export type UserSearch = Omit<UserListQuery, 'limit'> & { readonly limit: number };

/** So many people are read and sorted here; of more than that the database reads a page in the order of an index. */
const FEW = 500;
/** How far many are counted. */
const COUNTED = 500;
/** How many keys of a search are tried for the rarest one. */
const TRIED_KEYS = 6;
/** Of an entry with so few people no rarer one is looked for. */
const RARE = 50;
/** How many records are read at once when some of them may not be wanted, and how many at most for one answer. */
const BATCH = 500;
const MOST_READ = 2000;
/** How many records of earlier releases a list completes at once. */
const COMPLETED = 500;

const FIELDS = { email: 1, name: 1, roles: 1, createdAt: 1, lastSignInAt: 1, sortName: 1, searchText: 1 } as const;

type Filter = QueryFilter<UserRecord>;

/** One condition of a list. */
interface Condition {
  readonly holds: (user: ListedUser) => boolean;
  /** Filters that an index answers, each of which is met by everybody who meets the condition. */
  readonly entries: readonly Filter[];
  /** Whether the entries are the condition itself: everybody under one of them meets it. */
  readonly isExact: boolean;
  /** The same, answered by an index of each order. */
  readonly inOrder?: Filter;
}

const timeOf = (moment: string) => new Date(moment);

function conditionsOf({ search = '', role, neverSignedIn, addedAfter, addedBefore }: UserSearch): Condition[] {
  const conditions: Condition[] = searchTermsOf(search).map(({ keys, pattern }) => {
    const expression = new RegExp(pattern);
    return {
      holds: ({ searchText = '' }) => expression.test(searchText),
      entries: keys.map((searchKeys) => ({ searchKeys })),
      isExact: keys.length === 1,
    };
  });
  if (role !== undefined)
    conditions.push({
      holds: (user) => rolesOf(user).includes(role),
      entries: [{ roles: role }],
      isExact: true,
      inOrder: { roles: role },
    });
  if (neverSignedIn !== undefined)
    conditions.push({
      holds: ({ lastSignInAt = NEVER }) => lastSignInAt > NEVER !== neverSignedIn,
      entries: [{ lastSignInAt: neverSignedIn ? NEVER : { $gt: NEVER } }],
      isExact: true,
    });
  const [from, to] = [addedAfter, addedBefore].map((moment) => (moment === undefined ? undefined : timeOf(moment)));
  if (from !== undefined || to !== undefined) {
    const filter: Filter = { createdAt: { ...(from && { $gte: from }), ...(to && { $lt: to }) } };
    const holds = ({ createdAt }: ListedUser) => !(from && createdAt < from) && !(to && createdAt >= to);
    conditions.push({ holds, entries: [filter], isExact: true });
  }
  return conditions;
}

/** The order of a list: by a field, then by e-mail, both in one direction. */
interface Order {
  readonly field: 'email' | 'sortName' | 'createdAt' | 'lastSignInAt';
  readonly direction: 1 | -1;
  /** Before all values of the field. */
  readonly least: string | Date;
}

const ORDERS = {
  email: { field: 'email', least: '' },
  name: { field: 'sortName', least: '' },
  createdAt: { field: 'createdAt', least: new Date(-8.64e15) },
  lastSignIn: { field: 'lastSignInAt', least: NEVER },
} as const satisfies Record<UserOrder, Omit<Order, 'direction'>>;

const ORDER_NAMES = Object.keys(ORDERS).filter((name): name is UserOrder => name in ORDERS);

function orderOf(sort: string): Order {
  const name = ORDER_NAMES.find((each) => sort === each || sort === `-${each}`) ?? 'email';
  return { ...ORDERS[name], direction: sort.startsWith('-') ? -1 : 1 };
}

/** Where a page starts: after the person with this value of the order's field and this e-mail. */
type Position = readonly [value: string | number, email: string];

function orderedBy(user: ListedUser, { field }: Order): string | number {
  const value = user[field];
  return value instanceof Date ? value.getTime() : (value ?? '');
}

const positionOf = (user: ListedUser, order: Order): Position => [orderedBy(user, order), user.email];

function startOf(cursor: string | undefined, { least }: Order): Position | undefined {
  if (cursor === undefined) return undefined;
  const value = typeof least === 'string' ? z.string() : z.int().min(-8.64e15).max(8.64e15);
  return decodeCursor(cursor, z.tuple([value, z.string()]));
}

/** Compares positions as the indexes do. */
function compare([a, emailOfA]: Position, [b, emailOfB]: Position): number {
  if (a !== b) return a < b ? -1 : 1;
  if (emailOfA === emailOfB) return 0;
  return emailOfA < emailOfB ? -1 : 1;
}

/** Returns the filter for what follows a position. It bounds the order's field in any case, so that its index is the one to be read. */
function following({ field, direction, least }: Order, after: Position | undefined): Filter {
  if (after === undefined) return { [field]: { $gte: least } };
  const [number, email] = after;
  const value = typeof number === 'number' ? new Date(number) : number;
  const [start, later] = direction === 1 ? (['$gte', '$gt'] as const) : (['$lte', '$lt'] as const);
  if (field === 'email') return { email: { [later]: email } };
  return { [field]: { [start]: value }, $or: [{ [field]: { [later]: value } }, { email: { [later]: email } }] };
}

/** Returns what lists users: searched, filtered and ordered by indexes. Each answer reads a bounded number of records, whatever there are. */
export function createUserList(connection: Connection, model: Model<UserRecord>) {
  /** Returns the entry of an index that the fewest people stand under, and how many: more than `FEW` counts as one more. */
  async function rarestOf(entries: readonly Filter[]) {
    let rarest: { entry: Filter; count: number } | undefined;
    for (const entry of entries) {
      const count = await model.countDocuments(entry, { limit: FEW + 1 });
      if (rarest === undefined || count < rarest.count) rarest = { entry, count };
      if (count <= RARE) break;
    }
    return rarest;
  }

  /**
   * Reads people in the order of an index, those who meet the conditions: by e-mail of the entry, which would have to sort all
   * it finds in other orders. Stops after `MOST_READ` records with fewer than are wanted; `end` is where to go on.
   */
  async function readInOrder(
    conditions: readonly Condition[],
    entry: Filter | undefined,
    order: Order,
    start: Position | undefined,
    wanted: number,
  ): Promise<{ readonly found: readonly ListedUser[]; readonly end: Position | undefined }> {
    const ofIndex = conditions.find(({ inOrder }) => inOrder !== undefined);
    const narrowed = (order.field === 'email' ? entry : ofIndex?.inOrder) ?? {};
    const isMet = (condition: Condition) =>
      order.field === 'email'
        ? condition.isExact && entry !== undefined && condition.entries.includes(entry)
        : condition === ofIndex;
    const open = conditions.filter((condition) => !isMet(condition));
    const size = open.length === 0 ? wanted : BATCH;
    const found: ListedUser[] = [];
    let after = start;
    for (let read = 0; read < MOST_READ; read += size) {
      const batch = await model
        .find({ $and: [following(order, after), narrowed] }, FIELDS)
        .sort({ [order.field]: order.direction, email: order.direction })
        .limit(size)
        .lean<ListedUser[]>();
      found.push(...batch.filter((user) => open.every(({ holds }) => holds(user))));
      const last = batch.at(-1);
      if (found.length >= wanted || batch.length < size || last === undefined) return { found, end: undefined };
      after = positionOf(last, order);
    }
    return { found, end: after };
  }

  async function list(query: UserSearch): Promise<UserPage> {
    const { limit } = query;
    const order = orderOf(query.sort ?? 'email');
    const after = startOf(query.cursor, order);
    // As many as were completed at once: there may be more that no search finds yet.
    const mayMiss = (await completeRecords(connection, COMPLETED)) === COMPLETED;
    const conditions = conditionsOf(query);
    const meets = (user: ListedUser) => conditions.every(({ holds }) => holds(user));
    const page = (rows: readonly ListedUser[]) => cutPage(rows, limit, (user) => positionOf(user, order));

    const rarest = await rarestOf(likelyRare(conditions.flatMap(({ entries }) => entries)));
    const near = rarest
      ? await model
          .find(rarest.entry, FIELDS)
          .limit(FEW + 1)
          .lean<ListedUser[]>()
      : [];
    const matches = near.filter(meets);
    if (rarest !== undefined && near.length <= FEW) {
      const ordered = matches
        .map((user) => ({ user, position: positionOf(user, order) }))
        .sort((a, b) => order.direction * compare(a.position, b.position));
      const rest = after ? ordered.filter(({ position }) => order.direction * compare(position, after) > 0) : ordered;
      const { page: users, nextCursor } = page(rest.slice(0, limit + 1).map(({ user }) => user));
      return { users, total: matches.length, atLeast: mayMiss, nextCursor };
    }

    const { found, end } = await readInOrder(conditions, rarest?.entry, order, after, limit + 1);
    const { page: users, nextCursor: more } = page(found);
    const nextCursor = more ?? (end === undefined ? null : encodeCursor(end));
    if (conditions.length === 0)
      return { users, total: await model.estimatedDocumentCount(), atLeast: false, nextCursor };
    if (after === undefined && nextCursor === null) return { users, total: users.length, atLeast: mayMiss, nextCursor };
    const total = Math.max(Math.min(matches.length, COUNTED), users.length);
    return { users, total, atLeast: true, nextCursor };
  }

  return list;
}

/** Returns at most `TRIED_KEYS` of the entries: from all over the search, those of a single word's middle as well as its ends. */
function likelyRare(entries: readonly Filter[]): readonly Filter[] {
  if (entries.length <= TRIED_KEYS) return entries;
  const step = (entries.length - 1) / (TRIED_KEYS - 1);
  return Array.from({ length: TRIED_KEYS }, (_, place) => entries[Math.round(place * step)] ?? {});
}
