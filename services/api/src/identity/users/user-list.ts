import type { UserInvitationQuery, UserListQuery, UserOrder } from '@cytocomm/contract';
import { type Model, Types } from 'mongoose';
import { z } from 'zod';
import { type Condition, type ListedCollection, readList } from '../../platform/lists/indexed-list.ts';
import { cursorAt, FIRST_MOMENT, type ListOrder, orderNamed } from '../../platform/lists/list-order.ts';
import { searchConditions } from '../../platform/lists/search-keys.ts';
import { groupsOfPerson, rolesOf, type UserRecord } from './model.ts';
import { NEVER } from './record.ts';

/** The fields of a person that a list shows, searches and sorts by. */
export type ListedUser = Pick<
  UserRecord,
  '_id' | 'email' | 'name' | 'roles' | 'groups' | 'createdAt' | 'import' | 'lastSignInAt' | 'sortName' | 'searchText'
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
export type UserSearch = Omit<UserListQuery, 'limit'> &
  Pick<UserInvitationQuery, 'import'> & { readonly limit: number };

type UserFilter = Omit<UserSearch, 'sort' | 'limit' | 'cursor'>;

const FIELDS = {
  email: 1,
  name: 1,
  roles: 1,
  groups: 1,
  createdAt: 1,
  import: 1,
  lastSignInAt: 1,
  sortName: 1,
  searchText: 1,
} as const;

const timeOf = (moment: string) => new Date(moment);

function conditionsOf({ search = '', role, group, neverSignedIn, addedAfter, addedBefore, import: id }: UserFilter) {
  const conditions: Condition<ListedUser>[] = searchConditions(search, 'email');
  if (role !== undefined)
    conditions.push({
      holds: (user) => rolesOf(user).includes(role),
      entries: [{ roles: role }],
      isExact: true,
      inOrderOf: () => [{ roles: role }],
    });
  if (group !== undefined)
    conditions.push({
      holds: (user) => groupsOfPerson(user).includes(group),
      entries: [{ groups: group }],
      isExact: true,
      entriesBy: 'email',
    });
  if (neverSignedIn !== undefined)
    conditions.push({
      holds: ({ lastSignInAt = NEVER }) => lastSignInAt > NEVER !== neverSignedIn,
      entries: [{ lastSignInAt: neverSignedIn ? NEVER : { $gt: NEVER } }],
      isExact: true,
    });
  const [from, to] = [addedAfter, addedBefore].map((moment) => (moment === undefined ? undefined : timeOf(moment)));
  if (from !== undefined || to !== undefined) {
    const filter = { createdAt: { ...(from && { $gte: from }), ...(to && { $lt: to }) } };
    const holds = ({ createdAt }: ListedUser) => !(from && createdAt < from) && !(to && createdAt >= to);
    conditions.push({ holds, entries: [filter], isExact: true });
  }
  if (id !== undefined)
    conditions.push({
      holds: (user) => String(user.import) === id,
      entries: [{ import: new Types.ObjectId(id) }],
      isExact: true,
      entriesBy: 'email',
    });
  return conditions;
}

const ORDERS = {
  email: { field: 'email', least: '' },
  name: { field: 'sortName', least: '' },
  createdAt: { field: 'createdAt', least: FIRST_MOMENT },
  lastSignIn: { field: 'lastSignInAt', least: NEVER },
} as const satisfies Record<UserOrder, Pick<ListOrder<ListedUser>, 'field' | 'least'>>;

/** People are told apart by their e-mails. */
const BY_EMAIL = { field: 'email', schema: z.string(), read: (email: string) => email } as const;

/** Returns the cursor of a list by e-mail that goes on after a person. */
export const emailCursor = (email: string): string =>
  cursorAt([email, email], orderNamed<ListedUser>('email', ORDERS, BY_EMAIL));

/** Returns what lists users: searched, filtered and ordered by indexes. Each answer reads a bounded number of records. */
export function createUserList(model: Model<UserRecord>) {
  const collection: ListedCollection<ListedUser> = {
    find: (filter, sort, limit) => model.find(filter, FIELDS).sort(sort).limit(limit).lean<ListedUser[]>(),
    count: (filter, limit) => model.countDocuments(filter, { limit }),
  };

  return async ({ sort = 'email', limit, cursor, ...query }: UserSearch): Promise<UserPage> => {
    const order = orderNamed<ListedUser>(sort, ORDERS, BY_EMAIL);
    const conditions = conditionsOf(query);
    const {
      rows: users,
      nextCursor,
      ...counted
    } = await readList(collection, {
      ...{ conditions, order, limit, cursor },
      isCounted: true,
    });
    if (conditions.length === 0)
      return { users, total: await model.estimatedDocumentCount(), atLeast: false, nextCursor };
    return { users, nextCursor, total: counted.total, atLeast: counted.atLeast };
  };
}
