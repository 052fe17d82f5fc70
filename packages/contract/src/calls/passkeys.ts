// Written by `npm run api` from the domains.

import { callOf } from '../call.ts';
import type passkeys from '../domains/passkeys.ts';

/** How a sign-in that waits for its second factor can go on. */
export const beginSecondFactor = /* @__PURE__ */ callOf<typeof passkeys.beginSecondFactor>('POST', '/api/auth/second-factor/options');
/** End a sign-in with a passkey or a recovery code. */
export const giveSecondFactor = /* @__PURE__ */ callOf<typeof passkeys.giveSecondFactor>('POST', '/api/auth/second-factor');
/** Your passkeys and recovery codes. */
export const listPasskeys = /* @__PURE__ */ callOf<typeof passkeys.listPasskeys>('GET', '/api/auth/passkeys');
/** What a browser needs to make a passkey. */
export const beginPasskey = /* @__PURE__ */ callOf<typeof passkeys.beginPasskey>('POST', '/api/auth/passkeys/options');
/** Add a passkey. */
export const addPasskey = /* @__PURE__ */ callOf<typeof passkeys.addPasskey>('POST', '/api/auth/passkeys');
/** Call a passkey by another name. */
export const renamePasskey = /* @__PURE__ */ callOf<typeof passkeys.renamePasskey>('PATCH', '/api/auth/passkeys/:id');
/** Remove a passkey. */
export const removePasskey = /* @__PURE__ */ callOf<typeof passkeys.removePasskey>('DELETE', '/api/auth/passkeys/:id');
/** Ten new recovery codes, shown this once. */
export const createRecoveryCodes = /* @__PURE__ */ callOf<typeof passkeys.createRecoveryCodes>('POST', '/api/auth/recovery-codes');
/** How you can confirm that it is you. */
export const beginConfirmation = /* @__PURE__ */ callOf<typeof passkeys.beginConfirmation>('POST', '/api/auth/confirmation/options');
/** Confirm that it is you. */
export const confirmPerson = /* @__PURE__ */ callOf<typeof passkeys.confirmPerson>('POST', '/api/auth/confirmation');
