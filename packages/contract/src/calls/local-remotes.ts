// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type localRemotes from '../domains/local-remotes.ts';

/** Let pages of this browser load one remote from your own machine. */
export const allowLocalRemote = /* @__PURE__ */ callOf<typeof localRemotes.allowLocalRemote>('POST', '/api/local-remotes');
/** The permission that this browser has. */
export const readLocalRemote = /* @__PURE__ */ callOf<typeof localRemotes.readLocalRemote>('GET', '/api/local-remotes');
/** End the permission of this browser. */
export const stopLocalRemote = /* @__PURE__ */ callOf<typeof localRemotes.stopLocalRemote>('DELETE', '/api/local-remotes');
/** Whether the release that your own machine serves fits a page. */
export const fitLocalRemote = /* @__PURE__ */ callOf<typeof localRemotes.fitLocalRemote>('POST', '/api/local-remotes/fit');
/** Make a token by which a remote calls its own backend. */
export const mintBackendToken = /* @__PURE__ */ callOf<typeof localRemotes.mintBackendToken>('POST', '/api/backend-tokens');
/** The public keys by which a backend checks tokens, as a JSON Web Key Set. */
export const readBackendKeys = /* @__PURE__ */ callOf<typeof localRemotes.readBackendKeys>('GET', '/api/backend-tokens/keys');
