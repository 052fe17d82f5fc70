import {
  addressOf,
  addUser,
  changeUserRole,
  deleteUser,
  listUsers,
  MAX_ROLES_OF_PERSON,
  type Role,
  readUser,
  type User,
} from '@cytocomm/contract';
import { roles, signedIn } from './access.ts';
import type { Answer } from './answer.ts';
import { cutPage } from './records.ts';
import { forbidden, Refusal } from './refusal.ts';
import { inOrder, isRole } from './roles.ts';
import type { FakePortal } from './state.ts';

const DEFAULT_PAGE = 100;
/** How far a search counts. */
const COUNTED = 100;

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
  const fits = ({ email, name }: User, search: string) =>
    [email, name, ...name.split(/[\s.,_-]+/)].some((text) => text.toLowerCase().startsWith(search));

  answer(readUser, signedIn, ({ person, params: { email } }) => {
    if (email === person.email) return person;
    if (!person.roles.includes('admin')) throw forbidden('You may look at your own record only.');
    return find(email);
  });

  answer(listUsers, admin, ({ query, request, headers }) => {
    const { search = '', limit = DEFAULT_PAGE } = query;
    const users = portal.data.users
      .filter((user) => fits(user, search.toLowerCase()))
      .toSorted((a, b) => (a.email < b.email ? -1 : 1));
    const { items, nextCursor } = cutPage(users, query, DEFAULT_PAGE);
    const isCounted = search === '' || users.length < COUNTED || users.length <= limit;
    headers.set('X-Total-Count', String(isCounted ? users.length : COUNTED));
    if (!isCounted) headers.set('X-Total-Count-Relation', 'gte');
    if (nextCursor !== null) {
      const next = new URL(addressOf(listUsers, {}, { ...query, limit, cursor: nextCursor }), request.url);
      headers.set('Link', `<${next.href}>; rel="next"`);
    }
    return items;
  });

  answer(addUser, admin, ({ body: { email, roles, name = email.slice(0, email.indexOf('@')) } }) => {
    for (const role of roles) assertExists('body.roles', role);
    if (portal.data.users.some((user) => user.email === email))
      throw new Refusal('already-exists', `There is a user ${email} already.`);
    const user: User = { email, name, roles };
    portal.data.users.push(user);
    return user;
  });

  answer(changeUserRole, admin, ({ params, body: { role, enable } }) => {
    if (enable) assertExists('body.role', role);
    const user = find(params.email);
    if (role === 'admin' && !enable) refuseLastAdmin(user);
    const others = user.roles.filter((each) => each !== role);
    if (enable && others.length >= MAX_ROLES_OF_PERSON)
      throw new Refusal('conflict', `${user.email} has ${others.length} roles, and nobody has more. Take one first.`);
    user.roles = inOrder(enable ? [...others, role] : others);
    if (user.defaultRole !== undefined && !user.roles.includes(user.defaultRole)) delete user.defaultRole;
    return user;
  });

  answer(deleteUser, admin, ({ params }) => {
    const user = find(params.email);
    refuseLastAdmin(user);
    portal.data.users = portal.data.users.filter((each) => each !== user);
  });
}
