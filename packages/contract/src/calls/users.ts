// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type users from '../domains/users.ts';

/** Read a person: yourself, or anyone as an admin. */
export const readUser = /* @__PURE__ */ callOf<typeof users.readUser>('GET', '/api/users/:email');
/** List people, by default by e-mail. */
export const listUsers = /* @__PURE__ */ callOf<typeof users.listUsers>('GET', '/api/admin/users');
/** Export people as CSV. */
export const exportUsers = /* @__PURE__ */ callOf<typeof users.exportUsers>('GET', '/api/admin/users.csv');
/** Add a person. */
export const addUser = /* @__PURE__ */ callOf<typeof users.addUser>('POST', '/api/admin/users');
/** Grant or revoke a role. */
export const changeUserRole = /* @__PURE__ */ callOf<typeof users.changeUserRole>('PATCH', '/api/admin/users/:email');
/** Rename a person. */
export const renameUser = /* @__PURE__ */ callOf<typeof users.renameUser>('PUT', '/api/admin/users/:email/name');
/** Resend the invitation to a person who never signed in. */
export const resendInvitation = /* @__PURE__ */ callOf<typeof users.resendInvitation>('POST', '/api/admin/users/:email/invitation');
/** Send invitations to people in the list who never signed in. */
export const inviteUsers = /* @__PURE__ */ callOf<typeof users.inviteUsers>('POST', '/api/admin/users/invitations');
/** End all sessions of a person. */
export const endUserSessions = /* @__PURE__ */ callOf<typeof users.endUserSessions>('DELETE', '/api/admin/users/:email/sessions');
/** Remove a person's lost passkeys and recovery codes. */
export const resetPasskeys = /* @__PURE__ */ callOf<typeof users.resetPasskeys>('DELETE', '/api/admin/users/:email/passkeys');
/** Delete a person; their sessions and links end at once. */
export const deleteUser = /* @__PURE__ */ callOf<typeof users.deleteUser>('DELETE', '/api/admin/users/:email');
/** Explain why a person can't sign in. */
export const listSignIns = /* @__PURE__ */ callOf<typeof users.listSignIns>('GET', '/api/admin/users/:email/sign-ins');
