// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type users from '../domains/users.ts';

/** One person: yourself, or for an admin anybody. */
export const readUser = /* @__PURE__ */ callOf<typeof users.readUser>('GET', '/api/users/:email');
/** People, by default in the order of their e-mails. */
export const listUsers = /* @__PURE__ */ callOf<typeof users.listUsers>('GET', '/api/admin/users');
/** People as a file for a spreadsheet. */
export const exportUsers = /* @__PURE__ */ callOf<typeof users.exportUsers>('GET', '/api/admin/users.csv');
/** Add a person. */
export const addUser = /* @__PURE__ */ callOf<typeof users.addUser>('POST', '/api/admin/users');
/** Give or take a role. */
export const changeUserRole = /* @__PURE__ */ callOf<typeof users.changeUserRole>('PATCH', '/api/admin/users/:email');
/** Call a person by another name. */
export const renameUser = /* @__PURE__ */ callOf<typeof users.renameUser>('PUT', '/api/admin/users/:email/name');
/** Mail the invitation again to a person who never signed in. */
export const resendInvitation = /* @__PURE__ */ callOf<typeof users.resendInvitation>('POST', '/api/admin/users/:email/invitation');
/** Mail the invitation to those of the list who never signed in. */
export const inviteUsers = /* @__PURE__ */ callOf<typeof users.inviteUsers>('POST', '/api/admin/users/invitations');
/** End all sessions of a person. */
export const endUserSessions = /* @__PURE__ */ callOf<typeof users.endUserSessions>('DELETE', '/api/admin/users/:email/sessions');
/** Remove the passkeys and recovery codes of a person who lost them. */
export const resetPasskeys = /* @__PURE__ */ callOf<typeof users.resetPasskeys>('DELETE', '/api/admin/users/:email/passkeys');
/** Delete a person; sessions and links end at once. */
export const deleteUser = /* @__PURE__ */ callOf<typeof users.deleteUser>('DELETE', '/api/admin/users/:email');
/** Why can't this person sign in? */
export const listSignIns = /* @__PURE__ */ callOf<typeof users.listSignIns>('GET', '/api/admin/users/:email/sign-ins');
