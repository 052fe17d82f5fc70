import type { UserInvitationQuery, UserListQuery, UserOrder } from '@cytocomm/contract';
import { type Model, Types } from 'mongoose';
import { countRows, inTime, type ListFilter, orderNamed, type Page, readPage } from '../../platform/lists/pages.ts';
import type { UserRecord } from './model.ts';
import { NEVER } from './record.ts';

const FIELDS = { email: 1, name: 1, roles: 1, groups: 1, createdAt: 1, lastSignInAt: 1, sortName: 1 } as const;

/** The fields of a person that a list shows and sorts by. */
export type ListedUser = Pick<UserRecord, '_id' | keyof typeof FIELDS>;

/** Which page of which users. */
export type UserSearch = Omit<UserListQuery, 'limit'> &
  Pick<UserInvitationQuery, 'import'> & { readonly limit: number };

const ORDERS = {
  email: 'email',
  name: 'sortName',
  createdAt: 'createdAt',
  lastSignIn: 'lastSignInAt',
} as const satisfies Record<UserOrder, keyof ListedUser>;

const orderOf = (sort: string) => orderNamed<ListedUser>(sort, ORDERS, 'email');

function filterOf({
  role,
  group,
  neverSignedIn,
  addedAfter,
  addedBefore,
  import: id,
}: Omit<UserSearch, 'limit'>): ListFilter {
  return {
    ...(role !== undefined && { roles: role }),
    ...(group !== undefined && { groups: group }),
    ...(neverSignedIn !== undefined && { lastSignInAt: neverSignedIn ? NEVER : { $gt: NEVER } }),
    ...inTime('createdAt', addedAfter, addedBefore),
    ...(id !== undefined && { import: new Types.ObjectId(id) }),
  };
}

/** Creates the list of users, and the count of those of its filter and search. */
export function createUserList(model: Model<UserRecord>) {
  return {
    list: ({ sort = 'email', limit, cursor, search, ...query }: UserSearch): Promise<Page<ListedUser>> =>
      readPage(model, { filter: filterOf(query), search, order: orderOf(sort), limit, cursor, fields: FIELDS }),
    count: ({ search, ...query }: Omit<UserSearch, 'limit'>) => countRows(model, { filter: filterOf(query), search }),
  };
}
