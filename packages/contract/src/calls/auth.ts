// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type auth from '../domains/auth.ts';

/** Ask for a sign-in link. */
export const requestMagicLink = /* @__PURE__ */ callOf<typeof auth.requestMagicLink>('POST', '/api/auth/magic-link');
/** Whether a sign-in link still works. */
export const checkLink = /* @__PURE__ */ callOf<typeof auth.checkLink>('POST', '/api/auth/link');
/** Sign in with the token of the link, or with the code of the mail. */
export const completeSignIn = /* @__PURE__ */ callOf<typeof auth.completeSignIn>('POST', '/api/auth/complete');
/** How people can sign in besides the mailed link. */
export const readSignInOptions = /* @__PURE__ */ callOf<typeof auth.readSignInOptions>('GET', '/api/auth/sign-in-options');
/** Begin to sign in with a company account. */
export const beginCompanySignIn = /* @__PURE__ */ callOf<typeof auth.beginCompanySignIn>('POST', '/api/auth/company');
/** Sign in with what the company’s provider has answered. */
export const completeCompanySignIn = /* @__PURE__ */ callOf<typeof auth.completeCompanySignIn>('POST', '/api/auth/company/complete');
/** A fresh ID token from the session. */
export const mintIdToken = /* @__PURE__ */ callOf<typeof auth.mintIdToken>('POST', '/api/auth/token');
/** Sign out here. */
export const logOut = /* @__PURE__ */ callOf<typeof auth.logOut>('POST', '/api/auth/logout');
/** Sign out on every device. */
export const logOutEverywhere = /* @__PURE__ */ callOf<typeof auth.logOutEverywhere>('POST', '/api/auth/logout-everywhere');
/** The devices where you are signed in. */
export const listDevices = /* @__PURE__ */ callOf<typeof auth.listDevices>('GET', '/api/auth/sessions');
/** Sign one device out. */
export const revokeDevice = /* @__PURE__ */ callOf<typeof auth.revokeDevice>('DELETE', '/api/auth/sessions/:id');
/** The role your dashboard opens with. */
export const setDefaultRole = /* @__PURE__ */ callOf<typeof auth.setDefaultRole>('PUT', '/api/auth/default-role');
