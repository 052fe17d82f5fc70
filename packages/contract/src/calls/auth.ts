import type {
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
} from '../api/auth.ts';
import { call, type Nothing } from './call.ts';

/** Asks for a sign-in link by mail. */
export const requestMagicLink = call<Nothing, Nothing, MagicLinkRequest, MagicLinkAnswer>(
  'POST',
  '/api/auth/magic-link',
);

/** Whether a sign-in link still works; it is not used up. */
export const checkLink = call<Nothing, Nothing, LinkCheck, LinkState>('POST', '/api/auth/link');

/** Signs in with a link or a code. */
export const completeSignIn = call<Nothing, Nothing, SignInCompletion, SignedIn>('POST', '/api/auth/complete');

/** A new ID token of the session. */
export const mintIdToken = call<Nothing, Nothing, undefined, IdToken>('POST', '/api/auth/token');

/** Ends this session. */
export const logOut = call('POST', '/api/auth/logout');

/** Ends all sessions of the person. */
export const logOutEverywhere = call('POST', '/api/auth/logout-everywhere');

/** The devices where the person is signed in. */
export const listDevices = call<Nothing, Nothing, undefined, DeviceList>('GET', '/api/auth/sessions');

/** Signs one device out. */
export const revokeDevice = call<DeviceParams>('DELETE', '/api/auth/sessions/:id');

/** Keeps the role that the person starts with. */
export const setDefaultRole = call<Nothing, Nothing, DefaultRole, DefaultRole>('PUT', '/api/auth/default-role');
