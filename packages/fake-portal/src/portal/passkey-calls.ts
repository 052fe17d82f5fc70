import {
  addPasskey,
  beginConfirmation,
  beginPasskey,
  beginSecondFactor,
  confirmPerson,
  createRecoveryCodes,
  dangerousActionSchema,
  giveSecondFactor,
  listPasskeys,
  MAX_PASSKEYS,
  type NewPasskeyOptions,
  type PasskeyRequest,
  removePasskey,
  renamePasskey,
} from '@cytocomm/contract';
import { ownPages, ownSession } from './access.ts';
import type { Answer } from './answer.ts';
import { removeRecord, requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const CHALLENGE = 'AAAAAAAAAAAAAAAAAAAAAA';
const TIMEOUT_MS = 600_000;
const CODES = 10;

/** Adds the calls of passkeys and recovery codes. Every passkey is believed; a signature is the real server's to check. */
export function passkeyCalls(portal: FakePortal, answer: Answer): void {
  const requestOf = (): PasskeyRequest => ({
    challenge: CHALLENGE,
    timeout: TIMEOUT_MS,
    rpId: 'localhost',
    allowCredentials: portal.data.passkeys.map(({ id }) => ({ id, type: 'public-key' })),
    userVerification: 'required',
  });
  const over = () => new Refusal('invalid-link', 'This sign-in took too long. Ask for a new link.');

  function assertFresh(): void {
    if (!portal.data.stale) return;
    throw new Refusal(
      'fresh-sign-in-needed',
      'Confirm that it is you, and do this again: it is some time since you did.',
    );
  }

  answer(beginSecondFactor, ownPages, () => {
    if (portal.halfSignIn === null) throw over();
    return { passkey: requestOf(), recoveryCodes: portal.data.recoveryCodes.length > 0 };
  });

  answer(giveSecondFactor, ownPages, ({ body }) => {
    const { halfSignIn } = portal;
    const user = portal.data.users.find(({ email }) => email === halfSignIn?.email);
    if (halfSignIn === null || user === undefined) throw over();
    if ('recoveryCode' in body) {
      const unused = portal.data.recoveryCodes.filter((code) => code.replaceAll('-', '') !== body.recoveryCode);
      if (unused.length === portal.data.recoveryCodes.length)
        throw new Refusal('second-factor-refused', 'This recovery code was not accepted.');
      portal.data.recoveryCodes = unused;
    }
    portal.halfSignIn = null;
    portal.cookie = user.email;
    const { name, roles, defaultRole: role } = user;
    return { email: user.email, name, roles, ...(role !== undefined && { role }), returnTo: halfSignIn.returnTo };
  });

  answer(listPasskeys, ownSession, () => {
    const { passkeys, recoveryCodes, passkeyNeeded } = portal.data;
    return {
      items: passkeys,
      recoveryCodes:
        recoveryCodes.length === 0 ? null : { left: recoveryCodes.length, createdAt: '2026-01-01T00:00:00.000Z' },
      needed: passkeyNeeded,
      toConfirm: portal.data.stale ? [...dangerousActionSchema.options] : [],
    };
  });

  answer(beginPasskey, ownSession, ({ person: { email, name } }) => {
    assertFresh();
    if (portal.data.passkeys.length >= MAX_PASSKEYS)
      throw new Refusal('conflict', `You have ${MAX_PASSKEYS} passkeys, which is the maximum. Remove one first.`);
    const options: NewPasskeyOptions = {
      challenge: CHALLENGE,
      timeout: TIMEOUT_MS,
      rp: { id: 'localhost', name: 'Cytocomm' },
      user: { id: CHALLENGE, name: email, displayName: name },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: requestOf().allowCredentials,
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      attestation: 'none',
    };
    return options;
  });

  answer(addPasskey, ownSession, ({ body }) => {
    assertFresh();
    const id = `passkey-${String(portal.data.passkeys.length + 1).padStart(8, '0')}`;
    const added = { id, name: body.name, createdAt: new Date().toISOString(), lastUsedAt: null, synced: false };
    portal.data.passkeys = [...portal.data.passkeys, added];
    return added;
  });

  answer(renamePasskey, ownSession, ({ params, body }) => {
    const renamed = { ...requireRecord(portal.data.passkeys, params.id, 'passkey'), name: body.name };
    portal.data.passkeys = portal.data.passkeys.map((each) => (each.id === renamed.id ? renamed : each));
    return renamed;
  });

  answer(removePasskey, ownSession, ({ params }) => {
    assertFresh();
    const rest = removeRecord(portal.data.passkeys, params.id, 'passkey');
    if (rest.length === 0 && portal.data.passkeyNeeded)
      throw new Refusal('conflict', 'Your role demands a passkey, and this is your last one. Add another one first.');
    portal.data.passkeys = rest;
    if (rest.length === 0) portal.data.recoveryCodes = [];
  });

  answer(createRecoveryCodes, ownSession, () => {
    assertFresh();
    if (portal.data.passkeys.length === 0)
      throw new Refusal('conflict', 'Recovery codes stand in for a passkey. Add a passkey first.');
    portal.data.recoveryCodes = Array.from({ length: CODES }, (_, at) => `FAKE-0000-${String(at).padStart(4, '0')}`);
    return { codes: portal.data.recoveryCodes };
  });

  answer(beginConfirmation, ownSession, () => ({
    passkey: portal.data.passkeys.length === 0 ? null : requestOf(),
  }));

  answer(confirmPerson, ownSession, ({ body }) => {
    if ('code' in body && (body.code !== portal.data.confirmationCode || portal.data.passkeys.length > 0))
      throw new Refusal('second-factor-refused', 'This code does not work.');
    portal.data.stale = false;
    return { freshUntil: new Date(Date.now() + TIMEOUT_MS).toISOString() };
  });
}
