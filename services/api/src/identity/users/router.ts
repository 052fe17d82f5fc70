import {
  addressOf,
  addUser,
  changeUserGroup,
  changeUserRole,
  countReaders,
  DELETED_AT_HEADER,
  deleteUser,
  exportUsers,
  importUsers,
  inviteUsers,
  listGroups,
  listUsers,
  MAX_IMPORT_BYTES,
  readUser,
  renameUser,
  resendInvitation,
  type User,
} from '@cytocomm/contract';
import { actorOf } from '../../platform/audit/actor.ts';
import { roles, signedIn } from '../../platform/calls/access.ts';
import { ApiError, conflict, forbidden, invalidFields, notFound, rateLimited } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { beforeWriting } from '../../platform/database/trouble.ts';
import { type CsvFiles, EXPORTED_AT_ONCE } from '../../platform/exports/csv-file.ts';
import { FORM_BYTES, type FormReading, type FormRequest, readForm } from '../../platform/http/form-reader.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { assertFresh } from '../../platform/http/step-up.ts';
import type { Slots } from '../../platform/limits/service.ts';
import { type Finder, FOUND_PAGE } from '../../platform/lists/search.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import { createMassInvitation } from './invitations.ts';
import { groupsOfPerson, rolesOf } from './model.ts';
import { NEVER } from './record.ts';
import type { Users } from './service.ts';
import type { ListedUser } from './user-list.ts';

/** Returns what finds people by e-mail and name. Only admins find anybody. */
export function findPeople(users: Users): Finder {
  return async (reader, search) => {
    if (!reader.roles.includes('admin')) return [];
    const { rows } = await users.list({ search, ...FOUND_PAGE });
    return rows.map(({ email, name }) => ({ kind: 'user', id: email, title: name, about: email, date: null }));
  };
}

/** The names of an export's columns. */
export const EXPORT_COLUMNS = ['email', 'name', 'roles', 'added', 'lastSignIn', 'groups'];

/** Returns the line of a person in an export. */
export const exportLineOf = (user: ListedUser) => [
  user.email,
  user.name,
  rolesOf(user).join(' '),
  user.createdAt.toISOString(),
  user.lastSignInAt !== undefined && user.lastSignInAt > NEVER ? user.lastSignInAt.toISOString() : '',
  groupsOfPerson(user).join(';'),
];

const tooLarge = () =>
  new ApiError(413, 'too-large', `The file is larger than ${MAX_IMPORT_BYTES / 1024 / 1024} MB: import it in parts.`);
const invalid = (field: string, message: string) => invalidFields([{ path: `body.${field.slice(0, 50)}`, message }]);

/** Reads the file of an import. Throws 413 for one that is too large, 400 for another form, 415 for none. */
async function receiveImport(req: FormRequest): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES + FORM_BYTES) throw tooLarge();
  const pieces: Buffer[] = [];
  let bytes = 0;
  let isThere = false;
  const form: FormReading = readForm(req, {
    field: (name) => {
      throw invalid(name, name === 'file' ? 'send it as a file, with a file name' : 'is not known here');
    },
    file: (name, file) => {
      if (name !== 'file') throw invalid(name, 'is not known here');
      isThere = true;
      file.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MAX_IMPORT_BYTES) form.stop(tooLarge());
        else pieces.push(piece);
      });
    },
    tooMany: () => {
      throw invalid('file', 'send one file, nothing else');
    },
  });
  try {
    await form.finished;
  } catch (error) {
    form.stop(error);
    throw error;
  }
  if (!isThere) throw invalid('file', 'choose a file');
  return Buffer.concat(pieces);
}

const DEFAULT_LIMIT = 100;

/** Returns a person as the list shows them. */
function presentListed(user: ListedUser): User {
  const { email, name, createdAt, lastSignInAt = NEVER } = user;
  const groups = groupsOfPerson(user);
  return {
    email,
    name,
    roles: [...rolesOf(user)],
    ...(groups.length > 0 && { groups: [...groups] }),
    createdAt: createdAt.toISOString(),
    ...(lastSignInAt > NEVER && { lastSignInAt: lastSignInAt.toISOString() }),
  };
}

/** Dependencies of the calls about users. */
export interface UserServices {
  readonly users: Users;
  /** Queues the invitation mail. */
  readonly invite: Enqueue<{ name: string }>;
  /** Each import holds a slot. */
  readonly imports: Slots;
  readonly csv: CsvFiles;
}

/** Returns the calls about users. */
export function userRoutes(core: Core, { users, invite, imports, csv }: UserServices): RouteTable {
  const table = routeTable();
  const admin = roles('admin');
  const inviteAll = createMassInvitation(core, users, invite);

  table.answer(readUser, signedIn, ({ principal, params }) => {
    if (params.email === principal.email) {
      return { email: principal.email, name: principal.name, roles: [...principal.roles] };
    }
    if (!principal.roles.includes('admin')) throw forbidden('You may look at your own record only.');
    return users.find(params.email);
  });

  table.answer(listUsers, admin, async ({ query, res }) => {
    const [page, { total, atLeast }] = await Promise.all([
      users.list({ ...query, limit: query.limit ?? DEFAULT_LIMIT }),
      users.count(query),
    ]);
    res.setHeader('X-Total-Count', String(total));
    if (atLeast) res.setHeader('X-Total-Count-Relation', 'gte');
    if (page.nextCursor !== null) {
      const next = addressOf(listUsers, {}, { ...query, cursor: page.nextCursor });
      res.setHeader('Link', `<${core.config.publicUrl}${next}>; rel="next"`);
    }
    return page.rows.map(presentListed);
  });

  table.answer(
    exportUsers,
    admin,
    (call) => {
      assertFresh(core, call.principal, 'exports');
      return csv.write(call, {
        ...{ name: 'users.csv', columns: EXPORT_COLUMNS, lineOf: exportLineOf, action: 'user.exported' },
        read: async (cursor) => {
          const { rows: items, nextCursor } = await users.list({ ...call.query, limit: EXPORTED_AT_ONCE, cursor });
          return { items, nextCursor };
        },
      });
    },
    { slot: csv.take },
  );

  table.answer(
    importUsers,
    admin,
    async (call) => {
      const { dryRun = false, from = 1, import: id, told } = call.query;
      if (!dryRun) assertFresh(core, call.principal, 'access');
      const bytes = await beforeWriting(receiveImport(call.req));
      // The file may have been held back until the confirmation was too old, and the import goes on for a while.
      const admitAgain = async () => {
        const caller = await call.admitAgain();
        if (!dryRun) assertFresh(core, caller, 'access');
      };
      await beforeWriting(admitAgain());
      return users.import(bytes, { dryRun, from, import: id, tellsAll: told === 'all', admitAgain }, actorOf(call));
    },
    { slot: () => imports.take([]) },
  );

  table.answer(addUser, admin, (call) => {
    assertFresh(core, call.principal, call.body.roles.includes('admin') ? 'admins' : 'access');
    return core.change(actorOf(call), async () => {
      const user = await users.add(call.body, actorOf(call));
      if (call.body.invite === true) await invite(user.email, { name: user.name });
      return user;
    });
  });

  table.answer(changeUserRole, admin, ({ params: { email }, body: { role, enable }, ...call }) => {
    if (role === 'admin') assertFresh(core, call.principal, 'admins');
    else if (enable) assertFresh(core, call.principal, 'access');
    return users.changeRole(email, role, enable, actorOf(call));
  });

  table.answer(changeUserGroup, admin, (call) => {
    if (call.body.enable) assertFresh(core, call.principal, 'access');
    return users.groups.change(call.params.email, call.body.group, call.body.enable, actorOf(call));
  });

  table.answer(listGroups, admin, () => users.groups.list());

  table.answer(countReaders, admin, ({ query }) => users.groups.count(query));

  table.answer(renameUser, admin, (call) => users.rename(call.params.email, call.body.name, actorOf(call)));

  table.answer(resendInvitation, admin, async (call) => {
    const user = await users.byEmail(call.params.email);
    if (user === undefined) throw notFound(`There is no user ${call.params.email}.`);
    const { email, name, lastSignInAt = NEVER } = user;
    if (lastSignInAt > NEVER) throw conflict('conflict', `${email} has signed in already and needs no invitation.`);
    const { allowed, secondsLeft } = await core.limits.count('invitations-by-person', email);
    if (!allowed) throw rateLimited(secondsLeft);
    await core.change(actorOf(call), async ({ audit }) => {
      audit('user.invited', email);
      await invite(email, { name });
    });
  });

  table.answer(inviteUsers, admin, async (call) => {
    const { allowed, secondsLeft } = await core.limits.count('mass-invitations-by-person', call.principal.email);
    if (!allowed) throw rateLimited(secondsLeft);
    return inviteAll(call.query, actorOf(call));
  });

  table.answer(deleteUser, admin, async (call) => {
    const user = await users.byEmail(call.params.email);
    if (user !== undefined && rolesOf(user).includes('admin')) assertFresh(core, call.principal, 'admins');
    else if ((user?.passkeys ?? []).length > 0) assertFresh(core, call.principal, 'access');
    const deletedAt = await users.remove(call.params.email, actorOf(call));
    call.res.setHeader(DELETED_AT_HEADER, deletedAt.toISOString());
  });

  return table;
}
