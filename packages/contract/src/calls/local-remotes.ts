// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type localRemotes from '../domains/local-remotes.ts';

/** Allow this browser to load one remote from your own machine. */
export const allowLocalRemote = /* @__PURE__ */ callOf<typeof localRemotes.allowLocalRemote>('POST', '/api/local-remotes');
/** Read this browser's permission to load a local remote. */
export const readLocalRemote = /* @__PURE__ */ callOf<typeof localRemotes.readLocalRemote>('GET', '/api/local-remotes');
/** Revoke this browser's permission to load a local remote. */
export const stopLocalRemote = /* @__PURE__ */ callOf<typeof localRemotes.stopLocalRemote>('DELETE', '/api/local-remotes');
/** Check whether a locally served release fits a page. */
export const fitLocalRemote = /* @__PURE__ */ callOf<typeof localRemotes.fitLocalRemote>('POST', '/api/local-remotes/fit');
/** Create a token for a remote's own backend. */
export const mintBackendToken = /* @__PURE__ */ callOf<typeof localRemotes.mintBackendToken>('POST', '/api/backend-tokens');
/** Read the public keys that backends check tokens with, as a JSON Web Key Set. */
export const readBackendKeys = /* @__PURE__ */ callOf<typeof localRemotes.readBackendKeys>('GET', '/api/backend-tokens/keys');
