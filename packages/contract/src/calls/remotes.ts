// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type remotes from '../domains/remotes.ts';

/** Create a team token for publishing one remote. */
export const mintTeamToken = /* @__PURE__ */ callOf<typeof remotes.mintTeamToken>('POST', '/api/team-tokens');
/** List team tokens that have not expired, newest first. */
export const listTeamTokens = /* @__PURE__ */ callOf<typeof remotes.listTeamTokens>('GET', '/api/team-tokens');
/** Revoke a team token. */
export const revokeTeamToken = /* @__PURE__ */ callOf<typeof remotes.revokeTeamToken>('DELETE', '/api/team-tokens/:id');
/** List remotes with their claims and switches. */
export const listRemotes = /* @__PURE__ */ callOf<typeof remotes.listRemotes>('GET', '/api/remotes');
/** Read a remote: its live release and its team's permissions. */
export const readRemote = /* @__PURE__ */ callOf<typeof remotes.readRemote>('GET', '/api/remotes/:remote');
/** Set a remote's claims and whether its team may promote. */
export const changeRemote = /* @__PURE__ */ callOf<typeof remotes.changeRemote>('PUT', '/api/remotes/:remote');
/** Switch off a remote; its pages say that the part is unavailable. */
export const switchRemoteOff = /* @__PURE__ */ callOf<typeof remotes.switchRemoteOff>('PUT', '/api/remotes/:remote/switch');
/** Switch a remote back on. */
export const switchRemoteOn = /* @__PURE__ */ callOf<typeof remotes.switchRemoteOn>('DELETE', '/api/remotes/:remote/switch');
