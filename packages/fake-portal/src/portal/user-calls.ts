import {
  addressOf,
  addUser,
  changeUserRole,
  DELETED_AT_HEADER,
  deleteUser,
  emailSchema,
  endUserSessions,
  groupNamed,
  importUsers,
  inviteUsers,
  listUsers,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS_TOLD,
  MAX_ROLES_OF_PERSON,
  pastedEmail,
  type Role,
  readUser,
  renameUser,
  resendInvitation,
  resetPasskeys,
  type User,
  type UserImportOutcome,
  type UserImportRow,
  type UserListQuery,
  type UserOrder,
} from '@cytocomm/contract';
import { buildId, buildMail } from '../builders.ts';
import { inOrder, isRole, roles, signedIn } from './access.ts';
import { type Answer, readForm, requireFile } from './answer.ts';
import { putIntoBin } from './bin-calls.ts';
import { namedGroups } from './groups.ts';
import { cutPage, fold, holdsWords, orderBy } from './records.ts';
import { forbidden, Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const NO_COLUMNS =
  'The first line must name the columns email, roles and, at will, name and groups, separated by commas, semicolons or tabs;';

const TOO_LARGE = `The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB: import it in parts.`;

async function textOf(request: Request): Promise<string> {
  const { file } = await readForm(request);
  return requireFile(file, MAX_IMPORT_BYTES, new Refusal('too-large', TOO_LARGE)).text();
}

/** Which import added a person. */
const importOf = new WeakMap<User, string>();

/** The import of people: of plain files only, whose cells are separated by commas and not quoted. */
export function userImportCall(portal: FakePortal, answer: Answer): void {
  answer(importUsers, roles('admin'), async ({ query, request }) => {
    const [head = '', ...lines] = (await textOf(request)).split(/\r?\n/);
    const columns = head.split(',').map((name) => name.trim());
    const missing = ['email', 'roles'].filter((name) => !columns.includes(name));
    if (missing.length > 0) {
      const found = `Its columns are ${columns.map((name) => `“${name}”`).join(', ')}.`;
      const message = `${NO_COLUMNS} ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. ${found}`;
      throw new Refusal('validation', message, { errors: [{ path: 'body.file', message }] });
    }
    const { dryRun = false, from = 1, told: rowsInAnswer, import: id = buildId() } = query;
    const seen = new Set<string>();
    const judge = (line: string): UserImportRow => {
      const cells = line.split(',').map((cell) => cell.trim());
      const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
      const row = (outcome: UserImportOutcome, reason?: string, email = cell('email').toLowerCase()) => ({
        line: lines.indexOf(line) + 2,
        email,
        outcome,
        ...(reason !== undefined && { reason }),
      });
      const email = emailSchema.safeParse(pastedEmail(cell('email')));
      if (!email.success) return row('refused', 'This is not a valid e-mail address.', cell('email'));
      const named = cell('roles').split(/\s+/);
      if (named.includes('admin')) return row('refused', 'An import cannot make admins: give that role in the list.');
      const unknown = named.find((role) => !isRole(portal, role));
      if (unknown !== undefined) return row('refused', `There is no role “${unknown}”.`);
      if (seen.has(email.data)) return row('repeated', 'The address stands in line 2 already.');
      seen.add(email.data);
      if (portal.data.users.some((user) => user.email === email.data)) return row('exists', 'They are there already.');
      if (!dryRun) {
        const name = cell('name') === '' ? email.data.slice(0, email.data.indexOf('@')) : cell('name');
        const typed = cell('groups').split(/[;|/]+/);
        const groups = typed.flatMap((text) => groupNamed(text) ?? []);
        const createdAt = new Date().toISOString();
        const user = { email: email.data, name, roles: inOrder(named), createdAt, ...namedGroups({ groups }) };
        importOf.set(user, id);
        portal.data.users.push(user);
      }
      return row('added');
    };
    const people = lines.filter((line) => line.trim() !== '');
    const rows = people.slice(from - 1).map(judge);
    const count = (outcome: UserImportOutcome) => rows.filter((row) => row.outcome === outcome).length;
    return {
      import: id,
      dryRun,
      rows: people.length,
      from,
      next: null,
      counts: {
        ...{ added: count('added'), exists: count('exists') },
        ...{ repeated: count('repeated'), refused: count('refused') },
      },
      told: rowsInAnswer === 'all' ? rows : rows.slice(0, MAX_IMPORT_ROWS_TOLD),
      ignoredColumns: columns.filter((name) => !['email', 'name', 'roles', 'groups'].includes(name)),
    };
  });
}

const DEFAULT_PAGE = 100;
/** Matches beyond it are not counted. */
const MAX_COUNTED = 500;
/** One call invites at most so many people. */
const MAX_INVITED = 1000;

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

/** Adds the calls about people. */
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
    const users = portal.data.users
      .filter((user) => fits(user, query))
      .toSorted(orderBy(ORDERS, sort, ({ email }) => email));
    const { items, nextCursor } = cutPage(users, query, DEFAULT_PAGE);
    const isFiltered = Object.values(filters).some((value) => value !== undefined && value !== '');
    const isCounted = !isFiltered || users.length <= MAX_COUNTED || users.length <= limit;
    headers.set('X-Total-Count', String(isCounted ? users.length : MAX_COUNTED));
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
    const { items: found, nextCursor: next } = cutPage(all, { cursor, limit: MAX_INVITED });
    const recipients = found.filter((user) => !portal.data.mails.some(({ id }) => id === idOf(user)));
    if (!dryRun)
      for (const user of recipients)
        portal.data.mails.unshift(
          buildMail({ id: idOf(user), kind: 'invitation', to: user.email, status: 'waiting', sentAt: null }),
        );
    return { invited: recipients.length, skipped: found.length - recipients.length, next };
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
