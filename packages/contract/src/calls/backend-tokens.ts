import type { BackendKeys, BackendToken, NewBackendToken } from '../api/backend-tokens.ts';
import { call, type Nothing } from './call.ts';

/** Makes a token by which a remote calls its own backend as the person who is signed in. It changes nothing. */
export const mintBackendToken = /* @__PURE__ */ call<Nothing, Nothing, NewBackendToken, BackendToken>(
  'POST',
  '/api/backend-tokens',
);

/** The public keys by which a backend checks tokens. */
export const readBackendKeys = /* @__PURE__ */ call<Nothing, Nothing, undefined, BackendKeys>(
  'GET',
  '/api/backend-tokens/keys',
);
