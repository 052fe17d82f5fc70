// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type passkeys from '../domains/passkeys.ts';

/** List second factors for a pending sign-in. */
export const beginSecondFactor = /* @__PURE__ */ callOf<typeof passkeys.beginSecondFactor>('POST', '/api/auth/second-factor/options');
/** Complete a sign-in with a passkey or a recovery code. */
export const giveSecondFactor = /* @__PURE__ */ callOf<typeof passkeys.giveSecondFactor>('POST', '/api/auth/second-factor');
/** List your passkeys and the number of recovery codes. */
export const listPasskeys = /* @__PURE__ */ callOf<typeof passkeys.listPasskeys>('GET', '/api/auth/passkeys');
/** Read options for creating a passkey. */
export const beginPasskey = /* @__PURE__ */ callOf<typeof passkeys.beginPasskey>('POST', '/api/auth/passkeys/options');
/** Add a passkey. */
export const addPasskey = /* @__PURE__ */ callOf<typeof passkeys.addPasskey>('POST', '/api/auth/passkeys');
/** Rename a passkey. */
export const renamePasskey = /* @__PURE__ */ callOf<typeof passkeys.renamePasskey>('PATCH', '/api/auth/passkeys/:id');
/** Remove a passkey. */
export const removePasskey = /* @__PURE__ */ callOf<typeof passkeys.removePasskey>('DELETE', '/api/auth/passkeys/:id');
/** Create ten new recovery codes, shown once. */
export const createRecoveryCodes = /* @__PURE__ */ callOf<typeof passkeys.createRecoveryCodes>('POST', '/api/auth/recovery-codes');
/** List ways to confirm your identity. */
export const beginConfirmation = /* @__PURE__ */ callOf<typeof passkeys.beginConfirmation>('POST', '/api/auth/confirmation/options');
/** Confirm your identity. */
export const confirmPerson = /* @__PURE__ */ callOf<typeof passkeys.confirmPerson>('POST', '/api/auth/confirmation');
