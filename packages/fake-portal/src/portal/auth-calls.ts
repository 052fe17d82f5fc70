import { dangerousActionSchema, type NewPasskeyOptions, type PasskeyRequest, safeReturnTo } from '@cytocomm/contract';
import type { Answers } from './answer.ts';
import { requireRecord } from './records.ts';
import { Refusal } from './refusal.ts';
import type { FakePortal } from './state.ts';

const LIFETIME_S = 300;
const STATE_LENGTH = 43;
const CHALLENGE = 'AAAAAAAAAAAAAAAAAAAAAA';
const TIMEOUT_MS = 600_000;
const CODES = 10;
const CODES_MADE_AT = '2026-01-01T00:00:00.000Z';

function base64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** Returns a token of these claims without a signature. */
export function unsignedToken(claims: object): string {
  return ['{"alg":"none"}', JSON.stringify(claims), ''].map(base64Url).join('.');
}

/** Adds the calls of signing in and out. */
export function authCalls(portal: FakePortal): Answers {
  const invalidLink = () => new Refusal('invalid-link', 'Invalid or expired sign-in link.');
  /** Signs a person in, or has them give their passkey first. */
  const signIn = (email: string, returnTo: string) => {
    const user = portal.data.users.find((each) => each.email === email);
    if (user === undefined) throw invalidLink();
    if (portal.data.passkeys.length > 0 && portal.halfSignIn === null) {
      portal.halfSignIn = { email, returnTo };
      throw new Refusal('second-factor-needed', 'Confirm with your passkey that it is you.');
    }
    portal.halfSignIn = null;
    portal.cookie = email;
    user.lastSignInAt = new Date().toISOString();
    const { name, roles, defaultRole: role } = user;
    return { name, roles, role, returnTo };
  };
  return {
    requestMagicLink: ({ body: { email, returnTo } }) => {
      const number = portal.data.links.length + 1;
      const [token, code] = [`token-${number}`, String(100_000 + number)];
      portal.data.links.push({ email, token, code, returnTo: safeReturnTo(returnTo) });
      return { message: 'If this address is approved, a sign-in link is on its way to it.' };
    },
    checkLink: ({ body }) => ({ works: portal.data.links.some(({ token }) => token === body.token) }),
    completeSignIn: ({ body }) => {
      const link = portal.data.links.find(
        ({ email, token, code }) =>
          email === body.email && ('token' in body ? token === body.token : code === body.code),
      );
      if (link === undefined) throw invalidLink();
      portal.data.links = portal.data.links.filter((other) => other !== link);
      return signIn(link.email, link.returnTo);
    },
    logOut: () => {
      portal.cookie = null;
    },
    logOutEverywhere: () => {
      portal.cookie = null;
      portal.data.devices = [];
    },
    readSignInOptions: () => ({ company: portal.data.company }),
    beginCompanySignIn: ({ body }) => {
      const state = 'state'.padEnd(STATE_LENGTH, '-');
      portal.data.company?.pendingSignIns.push({ state, returnTo: safeReturnTo(body.returnTo) });
      return { url: `https://login.company.example/authorize?state=${state}` };
    },
    completeCompanySignIn: ({ body }) => {
      const { company } = portal.data;
      const pending = company?.pendingSignIns.find(({ state }) => state === body.state);
      if (!company || pending === undefined || 'error' in body)
        throw new Refusal('company-sign-in-refused', 'The company account did not sign you in. Begin again.');
      company.pendingSignIns = company.pendingSignIns.filter((other) => other !== pending);
      return { email: company.email, ...signIn(company.email, pending.returnTo) };
    },
    beginSecondFactor: () => ({ passkey: requestOf(portal), recoveryCodes: portal.data.recoveryCodes.length > 0 }),
    giveSecondFactor: ({ body }) => {
      if (portal.halfSignIn === null) throw invalidLink();
      const { email, returnTo } = portal.halfSignIn;
      if ('recoveryCode' in body)
        portal.data.recoveryCodes = portal.data.recoveryCodes.filter(
          (code) => code.replaceAll('-', '') !== body.recoveryCode,
        );
      return { email, ...signIn(email, returnTo) };
    },
    mintIdToken: ({ person: { email, name, roles, defaultRole: role } }) => {
      const now = Math.floor(Date.now() / 1000);
      const passkeyNeeded = (portal.data.passkeyNeeded && portal.data.passkeys.length === 0) || undefined;
      const claims = { sub: email, name, roles, role, sid: 'fake', iat: now, exp: now + LIFETIME_S, passkeyNeeded };
      return { idToken: unsignedToken(claims), expiresAt: new Date((now + LIFETIME_S) * 1000).toISOString() };
    },
    listDevices: () => ({ items: portal.data.devices }),
    revokeDevice: ({ params }) => {
      const device = requireRecord(portal.data.devices, params.id, 'session');
      portal.data.devices = portal.data.devices.filter((each) => each !== device);
      if (device.current) portal.cookie = null;
    },
    setDefaultRole: ({ person, body: { role } }) => {
      if (role === null) delete person.defaultRole;
      else person.defaultRole = role;
      return { role };
    },
  };
}

const requestOf = (portal: FakePortal): PasskeyRequest => ({
  challenge: CHALLENGE,
  timeout: TIMEOUT_MS,
  rpId: 'localhost',
  allowCredentials: portal.data.passkeys.map(({ id }) => ({ id, type: 'public-key' })),
  userVerification: 'required',
});

/** Adds the calls of passkeys and recovery codes. Every passkey and code is believed. */
export function passkeyCalls(portal: FakePortal): Answers {
  return {
    listPasskeys: () => {
      const { passkeys, recoveryCodes, passkeyNeeded, stale } = portal.data;
      return {
        items: passkeys,
        recoveryCodes: recoveryCodes.length === 0 ? null : { left: recoveryCodes.length, createdAt: CODES_MADE_AT },
        needed: passkeyNeeded,
        toConfirm: stale ? [...dangerousActionSchema.options] : [],
      };
    },
    beginPasskey: ({ person: { email, name } }): NewPasskeyOptions => {
      return {
        challenge: CHALLENGE,
        timeout: TIMEOUT_MS,
        rp: { id: 'localhost', name: 'Cytocomm' },
        user: { id: CHALLENGE, name: email, displayName: name },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
        excludeCredentials: requestOf(portal).allowCredentials,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        attestation: 'none',
      };
    },
    addPasskey: ({ body: { name } }) => {
      const id = `passkey-${String(portal.data.passkeys.length + 1).padStart(8, '0')}`;
      const added = { id, name, createdAt: new Date().toISOString(), lastUsedAt: null, synced: false };
      portal.data.passkeys = [...portal.data.passkeys, added];
      return added;
    },
    renamePasskey: ({ params, body }) => {
      const renamed = { ...requireRecord(portal.data.passkeys, params.id, 'passkey'), name: body.name };
      portal.data.passkeys = portal.data.passkeys.map((each) => (each.id === renamed.id ? renamed : each));
      return renamed;
    },
    removePasskey: ({ params }) => {
      portal.data.passkeys = portal.data.passkeys.filter(({ id }) => id !== params.id);
      if (portal.data.passkeys.length === 0) portal.data.recoveryCodes = [];
    },
    createRecoveryCodes: () => {
      portal.data.recoveryCodes = Array.from({ length: CODES }, (_, at) => `FAKE-0000-000${at}`);
      return { codes: portal.data.recoveryCodes };
    },
    beginConfirmation: () => ({ passkey: portal.data.passkeys.length === 0 ? null : requestOf(portal) }),
    confirmPerson: () => {
      portal.data.stale = false;
      return { freshUntil: new Date(Date.now() + TIMEOUT_MS).toISOString() };
    },
  };
}
