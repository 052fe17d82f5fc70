import {
  addressOf,
  addUser,
  changeUserRole,
  DELETED_AT_HEADER,
  deleteUser,
  endUserSessions,
  inviteUsers,
  listUsers,
  MAX_ROLES_OF_PERSON,
  type Role,
  readUser,
  renameUser,
  resendInvitation,
  resetPasskeys,
  type User,
  type UserListQuery,
  type UserOrder,
  type UserSort,
} from '@cytocomm/contract';
import { buildMail } from '../builders.ts';
import { roles, signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { putIntoBin } from './bin-calls.ts';
import { namedGroups } from './groups.ts';
import { cutPage } from './records.ts';
import { forbidden, Refusal } from './refusal.ts';
import { inOrder, isRole } from './roles.ts';
import { fold, holdsWords } from './search-words.ts';
import type { FakePortal } from './state.ts';
import { importOf } from './user-import.ts';

const DEFAULT_PAGE = 100;
/** How far a search or filter counts. */
const COUNTED = 500;
/** How many people one call invites. */
const MOST_INVITED = 1000;
/** Joins what people are ordered by: before every other character. */
const NOTHING = '\u0000';

/** Returns a person as every answer but the list shows them. */
const briefly = (user: User): User => ({ email: user.email, name: user.name, roles: user.roles, ...namedGroups(user) });

/** Whether a person is one of those who are asked for. */
function fits(
  user: User,
  { search = '', role, group, neverSignedIn, addedAfter, addedBefore }: UserListQuery,
): boolean {
  const added = Date.parse(user.createdAt ?? '1970-01-01');
  return (
    holdsWords([user.email, user.name], search) &&
    (role === undefined || user.roles.includes(role)) &&
    (group === undefined || user.groups?.includes(group) === true) &&
    (neverSignedIn === undefined || (user.lastSignInAt === undefined) === neverSignedIn) &&
    (addedAfter === undefined || added >= Date.parse(addedAfter)) &&
    (addedBefore === undefined || added < Date.parse(addedBefore))
  );
}

const ORDERS: Readonly<Record<UserOrder, (user: User) => string>> = {
  email: () => '',
  name: ({ name }) => fold(name),
  createdAt: ({ createdAt = '' }) => createdAt,
  lastSignIn: ({ lastSignInAt = '' }) => lastSignInAt,
};

function orderOf(sort: UserSort): (a: User, b: User) => number {
  const order = Object.entries(ORDERS).find(([name]) => sort.replace('-', '') === name)?.[1] ?? ORDERS.email;
  const keyOf = (user: User) => `${order(user)}${NOTHING}${user.email}`;
  return (a, b) => (keyOf(a) < keyOf(b) ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
}

/** The calls about people. */
export function userCalls(portal: FakePortal, answer: Answer): void {
  const admin = roles('admin');
  const find = (email: string) => {
    const user = portal.data.users.find((each) => each.email === email);
    if (user === undefined) throw new Refusal('not-found', `There is no user ${email}.`);
    return user;
  };
  const refuseLastAdmin = (user: User) => {
    if (user.roles.includes('admin') && portal.data.users.filter(({ roles }) => roles.includes('admin')).length === 1)
      throw new Refusal('last-admin', 'This is the last admin. Make somebody else an admin first.');
  };
  const assertExists = (path: string, role: Role) => {
    if (!isRole(portal, role)) {
      const sentence = `There is no role ${role}: the table of remotes names those of teams.`;
      throw new Refusal('validation', sentence, { errors: [{ path, message: sentence }] });
    }
  };
  answer(readUser, signedIn, ({ person, params: { email } }) => {
    if (email === person.email) return { email, name: person.name, roles: person.roles };
    if (!person.roles.includes('admin')) throw forbidden('You may look at your own record only.');
    return briefly(find(email));
  });

  answer(listUsers, admin, ({ query, request, headers }) => {
    const { limit = DEFAULT_PAGE, cursor: _, sort = 'email', ...filters } = query;
    const users = portal.data.users.filter((user) => fits(user, query)).toSorted(orderOf(sort));
    const { items, nextCursor } = cutPage(users, query, DEFAULT_PAGE);
    const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== '');
    const isCounted = !isFiltered || users.length <= COUNTED || users.length <= limit;
    headers.set('X-Total-Count', String(isCounted ? users.length : COUNTED));
    if (!isCounted) headers.set('X-Total-Count-Relation', 'gte');
    if (nextCursor !== null) {
      const next = new URL(addressOf(listUsers, {}, { ...query, limit, cursor: nextCursor }), request.url);
      headers.set('Link', `<${next.href}>; rel="next"`);
    }
    return items.map(({ groups, ...user }) => ({ ...user, ...namedGroups({ groups }) }));
  });

  answer(addUser, admin, ({ body: { email, roles, groups, name = email.slice(0, email.indexOf('@')) } }) => {
    for (const role of roles) assertExists('body.roles', role);
    if (portal.data.users.some((user) => user.email === email))
      throw new Refusal('already-exists', `There is a user ${email} already.`);
    const added = { email, name, roles, ...namedGroups({ groups }) };
    portal.data.users.push({ ...added, createdAt: new Date().toISOString() });
    return added;
  });

  answer(changeUserRole, admin, ({ params, body: { role, enable } }) => {
    if (enable) assertExists('body.role', role);
    const user = find(params.email);
    if (role === 'admin' && !enable) refuseLastAdmin(user);
    const others = user.roles.filter((each) => each !== role);
    if (enable && others.length >= MAX_ROLES_OF_PERSON)
      throw new Refusal(
        'conflict',
        `${user.email} has ${others.length} roles, which is the maximum. Take one away first.`,
      );
    user.roles = inOrder(enable ? [...others, role] : others);
    if (user.defaultRole !== undefined && !user.roles.includes(user.defaultRole)) delete user.defaultRole;
    return briefly(user);
  });

  answer(renameUser, admin, ({ params, body }) => briefly(Object.assign(find(params.email), body)));

  answer(resendInvitation, admin, ({ params }) => {
    const { email, lastSignInAt } = find(params.email);
    if (lastSignInAt !== undefined)
      throw new Refusal('conflict', `${email} has signed in already and needs no invitation.`);
    portal.data.mails.unshift(buildMail({ kind: 'invitation', to: email, status: 'waiting', sentAt: null }));
  });

  answer(inviteUsers, admin, ({ query: { dryRun = false, cursor, import: id, ...filter } }) => {
    const idOf = ({ email }: User) => `mass-invitation:${email}`;
    const all = portal.data.users.filter(
      (user) => fits(user, { ...filter, neverSignedIn: true }) && (id === undefined || importOf.get(user) === id),
    );
    const { items: found, nextCursor: next } = cutPage(all, { cursor, limit: MOST_INVITED });
    const left = found.filter((user) => !portal.data.mails.some(({ id }) => id === idOf(user)));
    if (!dryRun)
      for (const user of left)
        portal.data.mails.unshift(
          buildMail({ id: idOf(user), kind: 'invitation', to: user.email, status: 'waiting', sentAt: null }),
        );
    return { invited: left.length, skipped: found.length - left.length, next };
  });

  answer(endUserSessions, admin, ({ params, person }) => {
    find(params.email);
    // The fake knows the devices of the one who is signed in only.
    if (person.email !== params.email) return { ended: 0 };
    const ended = portal.data.devices.length;
    portal.data.devices = [];
    portal.cookie = null;
    return { ended };
  });

  answer(resetPasskeys, admin, ({ params, person }) => {
    find(params.email);
    if (person.email === params.email) throw new Refusal('conflict', 'Remove your own passkeys on your security page.');
    // The fake knows the passkeys of the one who is signed in only.
    return { removed: 0 };
  });

  answer(deleteUser, admin, ({ params, headers }) => {
    const user = find(params.email);
    refuseLastAdmin(user);
    portal.data.users = portal.data.users.filter((each) => each !== user);
    const deletedAt = putIntoBin(portal, { kind: 'user', id: user.email, title: user.name }, () => {
      if (portal.data.users.some(({ email }) => email === user.email))
        throw new Refusal('already-exists', `There is a user ${user.email} again. Delete that one first.`);
      portal.data.users.push(user);
    });
    headers.set(DELETED_AT_HEADER, deletedAt);
  });
}
