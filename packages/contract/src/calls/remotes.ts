// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type remotes from '../domains/remotes.ts';

/** Make a token by which a team publishes one remote. */
export const mintTeamToken = /* @__PURE__ */ callOf<typeof remotes.mintTeamToken>('POST', '/api/team-tokens');
/** The team tokens that have not expired, newest first. */
export const listTeamTokens = /* @__PURE__ */ callOf<typeof remotes.listTeamTokens>('GET', '/api/team-tokens');
/** Revoke a team token. */
export const revokeTeamToken = /* @__PURE__ */ callOf<typeof remotes.revokeTeamToken>('DELETE', '/api/team-tokens/:id');
/** The remotes, what each may claim, and which are switched off. */
export const listRemotes = /* @__PURE__ */ callOf<typeof remotes.listRemotes>('GET', '/api/remotes');
/** One remote: what visitors get of it now, and what its team may do. */
export const readRemote = /* @__PURE__ */ callOf<typeof remotes.readRemote>('GET', '/api/remotes/:remote');
/** Set what a remote may claim, and whether its team may promote. */
export const changeRemote = /* @__PURE__ */ callOf<typeof remotes.changeRemote>('PUT', '/api/remotes/:remote');
/** Switch a remote off: its pages say that this part is away. */
export const switchRemoteOff = /* @__PURE__ */ callOf<typeof remotes.switchRemoteOff>('PUT', '/api/remotes/:remote/switch');
/** Switch a remote on again. */
export const switchRemoteOn = /* @__PURE__ */ callOf<typeof remotes.switchRemoteOn>('DELETE', '/api/remotes/:remote/switch');
