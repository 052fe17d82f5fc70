// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type auth from '../domains/auth.ts';

/** Request a sign-in link. */
export const requestMagicLink = /* @__PURE__ */ callOf<typeof auth.requestMagicLink>('POST', '/api/auth/magic-link');
/** Check whether a sign-in link still works. */
export const checkLink = /* @__PURE__ */ callOf<typeof auth.checkLink>('POST', '/api/auth/link');
/** Sign in with the token of the link or the mailed code. */
export const completeSignIn = /* @__PURE__ */ callOf<typeof auth.completeSignIn>('POST', '/api/auth/complete');
/** List ways to sign in besides the mailed link. */
export const readSignInOptions = /* @__PURE__ */ callOf<typeof auth.readSignInOptions>('GET', '/api/auth/sign-in-options');
/** Start to sign in with a company account. */
export const beginCompanySignIn = /* @__PURE__ */ callOf<typeof auth.beginCompanySignIn>('POST', '/api/auth/company');
/** Sign in with the answer of the company’s provider. */
export const completeCompanySignIn = /* @__PURE__ */ callOf<typeof auth.completeCompanySignIn>('POST', '/api/auth/company/complete');
/** Create an ID token from the session. */
export const mintIdToken = /* @__PURE__ */ callOf<typeof auth.mintIdToken>('POST', '/api/auth/token');
/** Sign out. */
export const logOut = /* @__PURE__ */ callOf<typeof auth.logOut>('POST', '/api/auth/logout');
/** Sign out on every device. */
export const logOutEverywhere = /* @__PURE__ */ callOf<typeof auth.logOutEverywhere>('POST', '/api/auth/logout-everywhere');
/** List your signed-in devices. */
export const listDevices = /* @__PURE__ */ callOf<typeof auth.listDevices>('GET', '/api/auth/sessions');
/** Sign out one device. */
export const revokeDevice = /* @__PURE__ */ callOf<typeof auth.revokeDevice>('DELETE', '/api/auth/sessions/:id');
/** Set the role your dashboard opens with. */
export const setDefaultRole = /* @__PURE__ */ callOf<typeof auth.setDefaultRole>('PUT', '/api/auth/default-role');
