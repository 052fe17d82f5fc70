import type {
  CompanySignIn,
  CompanySignInAnswer,
  CompanySignInRequest,
  DefaultRole,
  DeviceList,
  DeviceParams,
  IdToken,
  LinkCheck,
  LinkState,
  MagicLinkAnswer,
  MagicLinkRequest,
  SignedIn,
  SignInCompletion,
  SignInOptions,
} from '../api/auth.ts';
import { call, type Nothing } from './call.ts';

/** Asks for a sign-in link by mail. */
export const requestMagicLink = /* @__PURE__ */ call<Nothing, Nothing, MagicLinkRequest, MagicLinkAnswer>(
  'POST',
  '/api/auth/magic-link',
);

/** Whether a sign-in link still works; it is not used up. */
export const checkLink = /* @__PURE__ */ call<Nothing, Nothing, LinkCheck, LinkState>('POST', '/api/auth/link');

/** Signs in with a link or a code. */
export const completeSignIn = /* @__PURE__ */ call<Nothing, Nothing, SignInCompletion, SignedIn>(
  'POST',
  '/api/auth/complete',
);

/** How people can sign in besides the mailed link. */
export const readSignInOptions = /* @__PURE__ */ call<Nothing, Nothing, undefined, SignInOptions>(
  'GET',
  '/api/auth/sign-in-options',
);

/** Asks where to sign in with a company account. */
export const beginCompanySignIn = /* @__PURE__ */ call<Nothing, Nothing, CompanySignInRequest, CompanySignIn>(
  'POST',
  '/api/auth/company',
);

/** Signs in with what the company's provider has answered. */
export const completeCompanySignIn = /* @__PURE__ */ call<Nothing, Nothing, CompanySignInAnswer, SignedIn>(
  'POST',
  '/api/auth/company/complete',
);

/** A new ID token of the session. */
export const mintIdToken = /* @__PURE__ */ call<Nothing, Nothing, undefined, IdToken>('POST', '/api/auth/token');

/** Ends this session. */
export const logOut = /* @__PURE__ */ call('POST', '/api/auth/logout');

/** Ends all sessions of the person. */
export const logOutEverywhere = /* @__PURE__ */ call('POST', '/api/auth/logout-everywhere');

/** The devices where the person is signed in. */
export const listDevices = /* @__PURE__ */ call<Nothing, Nothing, undefined, DeviceList>('GET', '/api/auth/sessions');

/** Signs one device out. */
export const revokeDevice = /* @__PURE__ */ call<DeviceParams>('DELETE', '/api/auth/sessions/:id');

/** Keeps the role that the person starts with. */
export const setDefaultRole = /* @__PURE__ */ call<Nothing, Nothing, DefaultRole, DefaultRole>(
  'PUT',
  '/api/auth/default-role',
);
