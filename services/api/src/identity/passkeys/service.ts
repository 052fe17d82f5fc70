import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import {
  MAX_PASSKEYS,
  type NewPasskey,
  type NewPasskeyOptions,
  type Passkey,
  type PasskeyList,
  type PasskeyProof,
  type PasskeyRequest,
} from '@cytocomm/contract';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Principal } from '../../platform/calls/access.ts';
import { ApiError, conflict, notFound, notSignedIn } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { actionsToConfirm } from '../../platform/http/step-up.ts';
import type { Enqueue } from '../../platform/mail/service.ts';
import type { Auth } from '../auth/service.ts';
import type { Origin } from '../auth/sign-in-notes.ts';
import type { PasskeyRecord, RecoveryCodesRecord, UserRecord, Users } from '../users/service.ts';
import type { ChallengeHolder, Challenges } from './challenges.ts';
import type { FactorChange } from './factor-mail.ts';
import { createWebAuthn } from './webauthn.ts';

/** How many codes a person gets at once. */
const COUNT = 10;
const LENGTH = 12;
/** Letters and digits that are not mistaken for one another: 5 bits each, 60 a code. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const scryptAsync = promisify<string, string, number, Buffer>(scrypt);

async function hashOf(code: string, salt: string): Promise<string> {
  return (await scryptAsync(code, salt, 32)).toString('base64url');
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
}

/** Returns new codes, for the eyes of their person, and what is stored of them. */
async function makeRecoveryCodes(
  now: Date,
): Promise<{ readonly codes: readonly string[]; readonly record: RecoveryCodesRecord }> {
  const salt = randomBytes(16).toString('base64url');
  const codes = Array.from({ length: COUNT }, newCode);
  const hashes = await Promise.all(codes.map((code) => hashOf(code, salt)));
  return {
    // In groups, as people copy them.
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')),
    record: { salt, hashes, createdAt: now },
  };
}

/** Returns the hash of the code among those that are left; undefined when it is none of them. */
export async function findRecoveryCode(
  code: string,
  { salt, hashes }: RecoveryCodesRecord,
): Promise<string | undefined> {
  const typed = Buffer.from(await hashOf(code, salt));
  return hashes.find((hash) => {
    const stored = Buffer.from(hash);
    return stored.length === typed.length && timingSafeEqual(stored, typed);
  });
}

/**
 * Removes the passkeys and recovery codes of a person, who is signed out everywhere and told by mail. Returns how many there
 * were; of a person without any nothing changes. Throws 404.
 */
export type ResetPasskeys = (email: string, actor: Actor) => Promise<number>;

/** Creates the reset of lost passkeys. */
export function createPasskeyReset(users: Users, tell: Enqueue<FactorChange>): ResetPasskeys {
  return async (email, actor) => {
    const user = await users.byEmail(email);
    if (user === undefined) throw notFound(`There is no user ${email}.`);
    const outcome = await users.changeFactors<number>(user, actor, async ({ passkeys = [] }, { audit }) => {
      if (passkeys.length === 0) return { outcome: 0 };
      audit('user.passkeys-removed', email, { passkeys: String(passkeys.length) });
      // The mail does not say where the admin sits.
      const what = actor.actor === null ? 'passkeys-reset' : 'passkeys-reset-by-admin';
      await tell(email, { what, from: '', userAgent: '' });
      // All sessions end in the same step: a finder of the passkey may be signed in.
      return { factors: { passkeys: [], recoveryCodes: undefined }, onlySession: null, outcome: passkeys.length };
    });
    if (outcome === undefined) throw notFound(`There is no user ${email}.`);
    return outcome === 'taken' ? 0 : outcome;
  };
}

/** The purpose of a proof: the second factor of a sign-in, or a confirmation in a session. */
type ProofPurpose = 'second-factor' | 'confirmation';

/** The passkeys of people, and the recovery codes in their place. */
export interface Passkeys {
  list(principal: Principal): Promise<PasskeyList>;
  /** Returns what a browser needs to make a passkey. Throws 409 when the person has as many as one may have. */
  begin(principal: Principal): Promise<NewPasskeyOptions>;
  /**
   * Adds a passkey. With the first one all other sessions of the person end: they were opened without it. Throws 400
   * `passkey-refused`, and 409 for one that is somebody's already or one too many.
   */
  add(principal: Principal, passkey: NewPasskey, origin: Origin): Promise<Passkey>;
  /** Throws 404 when the person has no such passkey. */
  rename(principal: Principal, id: string, name: string, origin: Origin): Promise<Passkey>;
  /** Throws 404, and 409 for the last one of a person whose role demands one. */
  remove(principal: Principal, id: string, origin: Origin): Promise<void>;
  /** Returns new codes in place of all earlier ones. Throws 409 for a person without a passkey. */
  makeCodes(principal: Principal, origin: Origin): Promise<readonly string[]>;
  /** Returns what a browser needs to use a passkey of this person, once. */
  request(purpose: ProofPurpose, holder: ChallengeHolder, user: UserRecord): Promise<PasskeyRequest>;
  /** Checks a use of a passkey. Returns why it does not count: a sentence for the audit trail; undefined when it does. */
  check(
    purpose: ProofPurpose,
    holder: ChallengeHolder,
    user: UserRecord,
    proof: PasskeyProof,
  ): Promise<string | undefined>;
}

const noSuchUser = () => notSignedIn('There is no such user any more.');
const none = () => conflict('conflict', 'Recovery codes stand in for a passkey. Add a passkey first.');
const unknown = () => notFound('There is no such passkey.');
const full = () => conflict('conflict', `You have ${MAX_PASSKEYS} passkeys, which is the maximum. Remove one first.`);

function present({ id, name, createdAt, lastUsedAt, synced }: PasskeyRecord): Passkey {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    synced,
  };
}

/** Creates the passkeys of a database. */
export function createPasskeys(
  core: Core,
  users: Users,
  challenges: Challenges,
  auth: Pick<Auth, 'forgetSessions'>,
  tell: Enqueue<FactorChange>,
): Passkeys {
  const { database } = core;
  const webauthn = createWebAuthn(core.config, core.log);

  async function recordOf({ email }: Principal): Promise<UserRecord> {
    const user = await users.byEmail(email);
    if (user === undefined) throw noSuchUser();
    return user;
  }
  const holderOf = ({ sid, email }: Principal): ChallengeHolder => ({ id: sid, email });
  const actorOf = ({ email }: Pick<Principal, 'email'>, origin: Origin) => ({ ...origin, actor: email });

  return {
    list: async (principal) => {
      const { passkeys = [], recoveryCodes, ...user } = await recordOf(principal);
      return {
        items: passkeys.map(present),
        recoveryCodes:
          recoveryCodes === undefined
            ? null
            : { left: recoveryCodes.hashes.length, createdAt: recoveryCodes.createdAt.toISOString() },
        needed: users.demandsPasskey(await users.rolesInForce(user)),
        toConfirm: actionsToConfirm(core, principal),
      };
    },

    begin: async (principal) => {
      const user = await recordOf(principal);
      const { passkeys = [] } = user;
      if (passkeys.length >= MAX_PASSKEYS) throw full();
      const challenge = webauthn.newChallenge();
      await challenges.keep('new-passkey', holderOf(principal), challenge);
      return webauthn.creationOptions(user, passkeys, challenge);
    },

    add: async (principal, { name, passkey }, origin) => {
      const refused = (detail: string) => new ApiError(400, 'passkey-refused', detail);
      const challenge = await challenges.take('new-passkey', holderOf(principal));
      if (challenge === undefined) throw refused('That took too long, or another window began it. Try again.');
      const created = await webauthn.readCreation(passkey, challenge);
      if (created === undefined) throw refused('This passkey is not accepted. Try again, or add another one.');
      const createdAt = database.now();
      const added: PasskeyRecord = { id: randomBytes(12).toString('base64url'), ...created, name, createdAt };
      const user = await recordOf(principal);
      const { sid, email } = principal;
      const outcome = await users.changeFactors<readonly string[] | 'ended' | 'full' | 'taken'>(
        user,
        actorOf(principal, origin),
        async ({ passkeys = [], recoveryCodes, sessions = [] }, { audit }) => {
          // Another session was faster with the first passkey.
          if (!sessions.some(({ id }) => id === sid)) return { outcome: 'ended' };
          if (passkeys.some(({ credentialId }) => credentialId === added.credentialId)) return { outcome: 'taken' };
          if (passkeys.length >= MAX_PASSKEYS) return { outcome: 'full' };
          const factors = { passkeys: [...passkeys, added], recoveryCodes };
          const isFirst = passkeys.length === 0;
          const others = isFirst ? sessions.map(({ id }) => id).filter((id) => id !== sid) : [];
          audit('passkey.added', email, { passkey: added.id, sessionsEnded: String(others.length) });
          await tell(email, { ...origin, what: 'passkey-added' });
          return { factors, ...(isFirst && { onlySession: sid }), outcome: others };
        },
      );
      if (outcome === undefined) throw noSuchUser();
      if (outcome === 'ended') throw notSignedIn();
      if (outcome === 'taken') throw conflict('already-exists', 'This passkey is in use already.');
      if (outcome === 'full') throw full();
      await auth.forgetSessions(outcome);
      return present(added);
    },

    rename: async (principal, id, name, origin) => {
      const user = await recordOf(principal);
      const actor = actorOf(principal, origin);
      const renamed = await users.changeFactors<PasskeyRecord | null>(
        user,
        actor,
        ({ passkeys = [], recoveryCodes }, { audit }) => {
          const before = passkeys.find((each) => each.id === id);
          if (before === undefined) return { outcome: null };
          const after = { ...before, name };
          const all = passkeys.map((each) => (each.id === id ? after : each));
          audit('passkey.renamed', principal.email, { passkey: id });
          return { factors: { passkeys: all, recoveryCodes }, outcome: after };
        },
      );
      if (renamed === undefined) throw noSuchUser();
      if (renamed === null || renamed === 'taken') throw unknown();
      return present(renamed);
    },

    remove: async (principal, id, origin) => {
      const user = await recordOf(principal);
      const { email } = principal;
      const removed = await users.changeFactors<PasskeyRecord | 'last' | null>(
        user,
        actorOf(principal, origin),
        async ({ passkeys = [], recoveryCodes, ...record }, { audit }) => {
          const before = passkeys.find((each) => each.id === id);
          if (before === undefined) return { outcome: null };
          const isDemanded = users.demandsPasskey(await users.rolesInForce(record));
          if (isDemanded && passkeys.length === 1) return { outcome: 'last' };
          const factors = { passkeys: passkeys.filter((each) => each.id !== id), recoveryCodes };
          audit('passkey.removed', email, { passkey: id });
          await tell(email, { ...origin, what: 'passkey-removed' });
          return { factors, outcome: before };
        },
      );
      if (removed === undefined) throw noSuchUser();
      if (removed === null || removed === 'taken') throw unknown();
      if (removed === 'last')
        throw conflict('conflict', 'Your role demands a passkey, and this is your last one. Add another one first.');
    },

    makeCodes: async (principal, origin) => {
      const user = await recordOf(principal);
      // Before the hashes, which take a while.
      if ((user.passkeys ?? []).length === 0) throw none();
      const { codes, record } = await makeRecoveryCodes(database.now());
      const { email } = principal;
      const actor = actorOf(principal, origin);
      const isMade = await users.changeFactors<boolean>(user, actor, async ({ passkeys = [] }, { audit }) => {
        if (passkeys.length === 0) return { outcome: false };
        audit('recovery-codes.made', email);
        await tell(email, { ...origin, what: 'codes-made' });
        return { factors: { passkeys, recoveryCodes: record }, outcome: true };
      });
      if (isMade === undefined) throw noSuchUser();
      if (isMade !== true) throw none();
      return codes;
    },

    request: async (purpose, holder, { passkeys = [] }) => {
      const challenge = webauthn.newChallenge();
      await challenges.keep(purpose, holder, challenge);
      return webauthn.requestOptions(passkeys, challenge);
    },

    check: async (purpose, holder, user, proof) => {
      // Taken before any check: a challenge counts once, even if the check fails.
      const challenge = await challenges.take(purpose, holder);
      if (challenge === undefined) return 'no challenge waits for it: it was used, replaced, or its time is over';
      const passkey = user.passkeys?.find(({ credentialId }) => credentialId === proof.id);
      if (passkey === undefined) return 'the person has no such passkey';
      const checked = await webauthn.checkProof(proof, passkey, challenge, user);
      if (checked.refused !== undefined) return checked.refused;
      const lastUsedAt = database.now();
      const noted = await users.changeFactors<string | null>(
        user,
        { actor: user.email },
        ({ passkeys = [], recoveryCodes }) => {
          const now = passkeys.find(({ id }) => id === passkey.id);
          if (now === undefined) return { outcome: 'it was removed' };
          // Used at the same moment elsewhere: one of the two may be a copy.
          if (now.counter !== passkey.counter) return { outcome: 'its counter has moved meanwhile' };
          const used = { ...now, counter: checked.counter, lastUsedAt };
          const all = passkeys.map((each) => (each.id === used.id ? used : each));
          return { factors: { passkeys: all, recoveryCodes }, outcome: null };
        },
      );
      if (noted === undefined) return 'the person was deleted';
      return noted ?? undefined;
    },
  };
}
