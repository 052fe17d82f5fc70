import type { SignedIn } from '../api/auth.ts';
import type {
  Confirmation,
  ConfirmationOptions,
  Confirmed,
  NewPasskey,
  NewPasskeyOptions,
  Passkey,
  PasskeyList,
  PasskeyParams,
  PasskeyRenaming,
  RecoveryCodes,
  SecondFactor,
  SecondFactorOptions,
} from '../api/passkeys.ts';
import { call, type Nothing } from './call.ts';

/** Asks how a sign-in that waits for its second factor can go on. */
export const beginSecondFactor = /* @__PURE__ */ call<Nothing, Nothing, undefined, SecondFactorOptions>(
  'POST',
  '/api/auth/second-factor/options',
);

/** Ends a sign-in with a passkey or a recovery code. */
export const giveSecondFactor = /* @__PURE__ */ call<Nothing, Nothing, SecondFactor, SignedIn>(
  'POST',
  '/api/auth/second-factor',
);

/** The passkeys and recovery codes of the person. */
export const listPasskeys = /* @__PURE__ */ call<Nothing, Nothing, undefined, PasskeyList>('GET', '/api/auth/passkeys');

/** Asks for what a browser needs to make a passkey. */
export const beginPasskey = /* @__PURE__ */ call<Nothing, Nothing, undefined, NewPasskeyOptions>(
  'POST',
  '/api/auth/passkeys/options',
);

/** Adds a passkey. */
export const addPasskey = /* @__PURE__ */ call<Nothing, Nothing, NewPasskey, Passkey>('POST', '/api/auth/passkeys');

/** Calls a passkey by another name. */
export const renamePasskey = /* @__PURE__ */ call<PasskeyParams, Nothing, PasskeyRenaming, Passkey>(
  'PATCH',
  '/api/auth/passkeys/:id',
);

/** Removes a passkey. */
export const removePasskey = /* @__PURE__ */ call<PasskeyParams>('DELETE', '/api/auth/passkeys/:id');

/** Makes ten new recovery codes; earlier ones do not work any more. */
export const createRecoveryCodes = /* @__PURE__ */ call<Nothing, Nothing, undefined, RecoveryCodes>(
  'POST',
  '/api/auth/recovery-codes',
);

/** Asks how the person can confirm that it is them; mails a code to a person without a passkey. */
export const beginConfirmation = /* @__PURE__ */ call<Nothing, Nothing, undefined, ConfirmationOptions>(
  'POST',
  '/api/auth/confirmation/options',
);

/** Confirms that it is the person of the session. */
export const confirmPerson = /* @__PURE__ */ call<Nothing, Nothing, Confirmation, Confirmed>(
  'POST',
  '/api/auth/confirmation',
);
