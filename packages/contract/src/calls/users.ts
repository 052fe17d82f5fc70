import type { SignInTimeline } from '../api/audit.ts';
import type { UserImport, UserImportQuery } from '../api/user-import.ts';
import type { UserInvitationQuery, UserInvitations } from '../api/user-invitations.ts';
import type {
  EndedSessions,
  NewUser,
  PersonRenaming,
  RemovedPasskeys,
  RoleChange,
  User,
  UserExportQuery,
  UserListQuery,
  UserParams,
} from '../api/users.ts';
import { call, type Nothing } from './call.ts';

/** One person: oneself, or for admins anybody. */
export const readUser = /* @__PURE__ */ call<UserParams, Nothing, undefined, User>('GET', '/api/users/:email');

/** People by e-mail; the next page's address is in the `Link` header. */
export const listUsers = /* @__PURE__ */ call<Nothing, UserListQuery, undefined, User[]>('GET', '/api/admin/users');

/** People as a file for a spreadsheet. */
export const exportUsers = /* @__PURE__ */ call<Nothing, UserExportQuery>('GET', '/api/admin/users.csv');

/** Adds the people of a file, which is the body: a form with the field of `userImportFormSchema`. */
export const importUsers = /* @__PURE__ */ call<Nothing, UserImportQuery, undefined, UserImport>(
  'POST',
  '/api/admin/users/import',
);

/** Adds a person. */
export const addUser = /* @__PURE__ */ call<Nothing, Nothing, NewUser, User>('POST', '/api/admin/users');

/** Adds a role to a person, or removes it. */
export const changeUserRole = /* @__PURE__ */ call<UserParams, Nothing, RoleChange, User>(
  'PATCH',
  '/api/admin/users/:email',
);

/** Calls a person by another name. */
export const renameUser = /* @__PURE__ */ call<UserParams, Nothing, PersonRenaming, User>(
  'PUT',
  '/api/admin/users/:email/name',
);

/** Mails the invitation again to a person who never signed in. */
export const resendInvitation = /* @__PURE__ */ call<UserParams>('POST', '/api/admin/users/:email/invitation');

/** Mails the invitation to those of the list who never signed in, each once a day. */
export const inviteUsers = /* @__PURE__ */ call<Nothing, UserInvitationQuery, undefined, UserInvitations>(
  'POST',
  '/api/admin/users/invitations',
);

/** Removes a person and ends their sessions. */
export const deleteUser = /* @__PURE__ */ call<UserParams>('DELETE', '/api/admin/users/:email');

/** Ends all sessions of a person, who is told to sign in again in each browser. */
export const endUserSessions = /* @__PURE__ */ call<UserParams, Nothing, undefined, EndedSessions>(
  'DELETE',
  '/api/admin/users/:email/sessions',
);

/** Removes the passkeys and recovery codes of a person who lost them; they are signed out everywhere and told by mail. */
export const resetPasskeys = /* @__PURE__ */ call<UserParams, Nothing, undefined, RemovedPasskeys>(
  'DELETE',
  '/api/admin/users/:email/passkeys',
);

/** What became of a person's attempts to sign in, newest first. */
export const listSignIns = /* @__PURE__ */ call<UserParams, Nothing, undefined, SignInTimeline>(
  'GET',
  '/api/admin/users/:email/sign-ins',
);
