import {
  addressOf,
  DELETED_AT_HEADER,
  emailSchema,
  inPlainLetters,
  listUsers,
  MAX_IMPORT_ROWS_TOLD,
  type User,
  type UserImportOutcome,
  type UserImportRow,
  type UserListQuery,
} from '@cytocomm/contract';
import { z } from 'zod';
import { buildId, buildMail } from '../builders.ts';
import { type Answers, readForm } from './answer.ts';
import { moveIntoBin } from './bin-calls.ts';
import { by, cutPage, holdsWords, isWithin, listed, now } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal, FakeUser } from './state.ts';

const DEFAULT_PAGE = 100;

/** Returns a person as every answer but the list shows them. */
const briefly = ({ email, name, roles, groups }: User): User => ({ email, name, roles, ...namedGroups(groups) });

/** Returns groups as answers name them: without any the field is missing. */
export const namedGroups = (groups: readonly string[] = []) => (groups.length > 0 ? { groups: groups.toSorted() } : {});

/** Which import added a person. */
const importOf = new WeakMap<User, string>();

const texts = ({ email, name }: User) => [email, name];

/** Whether a person is one of those who are asked for. */
function fits(user: User, { role, group, neverSignedIn, addedAfter, addedBefore }: UserListQuery): boolean {
  return (
    (role === undefined || user.roles.includes(role)) &&
    (group === undefined || user.groups?.includes(group) === true) &&
    (neverSignedIn === undefined || (user.lastSignInAt === undefined) === neverSignedIn) &&
    isWithin(user.createdAt ?? '1970-01-01', { after: addedAfter, before: addedBefore })
  );
}

const orders = {
  email: by('email'),
  name: ({ name }: User) => inPlainLetters(name),
  createdAt: by('createdAt'),
  lastSignIn: by('lastSignInAt'),
};

/** Adds the calls about people. */
export function userCalls(portal: FakePortal): Answers {
  const find = (email: string) => {
    const user = portal.data.users.find((each) => each.email === email);
    if (user === undefined) throw new Refusal('not-found', `There is no user ${email}.`);
    return user;
  };
  const invite = (to: string) =>
    portal.data.mails.unshift(buildMail({ kind: 'invitation', to, status: 'waiting', sentAt: null }));
  return {
    readUser: ({ params }) => briefly(find(params.email)),
    listUsers: ({ query, request, headers }) => {
      const users = listed(portal.data.users, query, { texts, fits, orders, sort: 'email' });
      const { items, nextCursor } = cutPage(users, query, DEFAULT_PAGE);
      headers.set('X-Total-Count', String(users.length));
      if (nextCursor !== null) {
        const next = new URL(addressOf(listUsers, {}, { ...query, cursor: nextCursor }), request.url);
        headers.set('Link', `<${next.href}>; rel="next"`);
      }
      return items.map(({ groups, ...user }) => ({ ...user, ...namedGroups(groups) }));
    },
    addUser: ({ body: { email, roles, groups, name = email.slice(0, email.indexOf('@')) } }) => {
      const user: FakeUser = { email, name, roles, ...namedGroups(groups) };
      portal.data.users.push({ ...user, createdAt: now() });
      return user;
    },
    changeUserRole: ({ params, body: { role, enable } }) => {
      const user = find(params.email);
      const others = user.roles.filter((each) => each !== role);
      user.roles = enable ? [...others, role] : others;
      return briefly(user);
    },
    changeUserGroup: ({ params, body: { group, enable } }) => {
      const user = find(params.email);
      const others = (user.groups ?? []).filter((each) => each !== group);
      user.groups = enable ? [...others, group].toSorted() : others;
      return briefly(user);
    },
    renameUser: ({ params, body }) => briefly(Object.assign(find(params.email), body)),
    resendInvitation: ({ params }) => void invite(find(params.email).email),
    inviteUsers: ({ query: { dryRun = false, import: id, search, ...filter } }) => {
      const invited = portal.data.users.filter(
        (user) =>
          fits(user, { ...filter, neverSignedIn: true }) &&
          holdsWords(texts(user), search) &&
          (id === undefined || importOf.get(user) === id),
      );
      if (!dryRun) for (const { email } of invited) invite(email);
      return { invited: invited.length, skipped: 0, next: null };
    },
    endUserSessions: ({ params, person }) => {
      // The fake knows the devices of the one who is signed in only.
      if (person !== find(params.email)) return { ended: 0 };
      portal.cookie = null;
      return { ended: portal.data.devices.splice(0).length };
    },
    resetPasskeys: () => ({ removed: 0 }),
    deleteUser: ({ params, headers }) => {
      const user = find(params.email);
      const item = { kind: 'user', id: user.email, title: user.name } as const;
      headers.set(DELETED_AT_HEADER, moveIntoBin(portal, item, portal.data.users, user));
    },
    listGroups: () => {
      const names = portal.data.users.flatMap(({ groups = [] }) => groups);
      const people = (name: string) => names.filter((each) => each === name).length;
      return { items: [...new Set(names)].toSorted().map((name) => ({ name, people: people(name) })) };
    },
    countReaders: ({ query }) => ({
      people: portal.data.users.filter(
        ({ roles, groups = [] }) =>
          groups.some((group) => query.groups.includes(group)) &&
          (query.roles === undefined || query.roles.some((role) => roles.includes(role))),
      ).length,
    }),
    listSignIns: ({ params: { email } }) => {
      const items = portal.data.audit
        .filter(({ subject }) => subject === email)
        .map(({ at, action, from }) => ({ at, action, from, text: action }));
      return { email, explanation: 'Nothing stands in the way.', items };
    },
    // An import of plain files only, whose cells are separated by commas and not quoted.
    importUsers: async ({ query, request }) => {
      const { dryRun = false, from = 1, told: rowsInAnswer, import: id = buildId() } = query;
      const { file } = await readForm(request, z.object({}));
      const [head = '', ...lines] = (await file.text()).split(/\r?\n/).filter((line) => line.trim() !== '');
      const columns = head.split(',');
      const judge = (line: string, place: number): UserImportRow => {
        const cells = line.split(',').map((cell) => cell.trim());
        const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
        const row = { line: place + 2, email: cell('email').toLowerCase() };
        const { data: email } = emailSchema.safeParse(row.email);
        if (email === undefined) return { ...row, outcome: 'refused', reason: 'This is not a valid e-mail address.' };
        if (portal.data.users.some((user) => user.email === email)) return { ...row, outcome: 'exists' };
        const name = cell('name') || email.slice(0, email.indexOf('@'));
        const user = { email, name, roles: cell('roles').split(/\s+/), createdAt: now() };
        importOf.set(user, id);
        if (!dryRun) portal.data.users.push(user);
        return { ...row, outcome: 'added' };
      };
      const rows = lines.map(judge).slice(from - 1);
      const count = (outcome: UserImportOutcome) => rows.filter((row) => row.outcome === outcome).length;
      return {
        ...{ import: id, dryRun, rows: lines.length, from, next: null },
        counts: { added: count('added'), exists: count('exists'), repeated: 0, refused: count('refused') },
        told: rowsInAnswer === 'all' ? rows : rows.slice(0, MAX_IMPORT_ROWS_TOLD),
        ignoredColumns: columns.filter((name) => !['email', 'name', 'roles', 'groups'].includes(name)),
      };
    },
  };
}
