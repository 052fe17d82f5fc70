import {
  API_VERSION,
  type Backend,
  type LocalRemote,
  type Lock,
  type LockedRelease,
  type NewLocalRemote,
  type Release,
  releaseSchema,
} from '@cytocomm/contract';
import {
  hasOwnId,
  type LocalPermission,
  lockMisfits,
  readLocalPermission,
  signLocalPermission,
} from '@cytocomm/releases';
import { z } from 'zod';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError, serviceUnavailable } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { gateRefused } from '../locks/store.ts';
import type { FindRelease } from '../releases/live-state.ts';

/** Returns 422: what the own machine has is not the release of the permitted remote. */
function invalid(detail: string): ApiError {
  return new ApiError(422, 'release-invalid', detail.slice(0, 2000));
}

function readRelease(value: unknown, remote: string, origin: string): Release {
  const parsed = releaseSchema.safeParse(value);
  if (!parsed.success)
    throw invalid(`${origin}/release.json is not one that this portal understands. ${z.prettifyError(parsed.error)}`);
  if (parsed.data.name !== remote)
    throw invalid(`${origin} serves ${parsed.data.name}, and this browser may load ${remote} from there.`);
  return parsed.data;
}

/** Returns the names that a shell gives, where its release is stored here as it was published. */
async function namesOf(shell: LockedRelease, find: FindRelease): Promise<Release['sharedNames']> {
  const stored = await find('shell', shell.release);
  if (stored === null || stored.release !== shell.release) return undefined;
  const manifest = releaseSchema.safeParse(JSON.parse(stored.manifest));
  return manifest.success && hasOwnId(manifest.data) ? manifest.data.sharedNames : undefined;
}

function manifestOf({ baseUrl: _, ...release }: LockedRelease): Release {
  return release;
}

/** A question whether a local release fits. */
export interface FitQuestion {
  /** The lock of the page. It decides about this page alone, so nobody gains by sending another. */
  readonly lock: Lock;
  /** What the own machine has as release.json. */
  readonly release: unknown;
  readonly remote: string;
  readonly origin: string;
}

/**
 * Returns a local release as it stands in the lock of its page, in the place of the one of its name or beside the others.
 * Throws 422 when it is no release of this remote, or does not fit the lock or this API. Names of shared packages are not
 * compared where the shell's release is not stored, as in a development portal.
 */
export async function fitLocalRelease(
  { lock, release: value, remote, origin }: FitQuestion,
  find: FindRelease,
): Promise<LockedRelease> {
  const { sharedNames, ...release } = readRelease(value, remote, origin);
  const given = await namesOf(lock.shell, find);
  const shell = { ...manifestOf(lock.shell), ...(given && { sharedNames: given }) };
  const local = { ...release, ...(given && sharedNames && { sharedNames }) };
  const others = lock.remotes.filter(({ name }) => name !== remote).map(manifestOf);
  const faults = lockMisfits(shell, [...others, local], API_VERSION);
  if (faults.length > 0) throw gateRefused(faults.map(({ message }) => ({ path: 'body.release', message })));
  const { api: _, ...locked } = release;
  return { ...locked, baseUrl: `${origin}/` };
}

const HOUR_MS = 3_600_000;

/** Who asks for a permission, or has one. */
interface Holder {
  readonly email: string;
  readonly sid: string;
}

/** The permissions to load a remote from the own machine. None is stored: a permission is what the API has signed. */
export interface LocalRemotes {
  /** Signs a permission for this sign-in. Throws 503 when the portal has no key to sign with. */
  allow(input: NewLocalRemote, holder: Holder, actor: Actor): Promise<{ readonly value: string } & LocalRemote>;
  /** Returns what a cookie's value permits the holder of this session; undefined for nothing. */
  permitted(value: string | undefined, sid: string): LocalPermission | undefined;
  /** Notes that a permission was ended, 60 times an hour for one sign-in: a copy of the cookie can be sent again and again. */
  stopped(permission: LocalPermission, actor: Actor): Promise<void>;
}

/** Returns what pages and people see of a permission. */
export function presentLocalRemote({ remote, origin, expiresAt }: LocalRemote): LocalRemote {
  return { remote, origin, expiresAt };
}

/** Creates the permissions of a portal; `backendsOf` returns the backends that the table allows a remote. */
export function createLocalRemotes(
  { config, database, audit, limits }: Core,
  backendsOf: (remote: string) => Promise<readonly Backend[]>,
): LocalRemotes {
  const { lockSigningKey, lockPublicKeys } = config;
  const portal = new URL(config.publicUrl).origin;
  return {
    allow: async ({ remote, origin, hours }, { email, sid }, actor) => {
      if (lockSigningKey === undefined)
        throw serviceUnavailable('The portal has no key to sign the permission with: set LOCK_SIGNING_KEY.');
      const expiresAt = new Date(database.now().getTime() + hours * HOUR_MS).toISOString();
      const backends = await backendsOf(remote);
      const permission = {
        ...{ remote, origin, expiresAt, portal, person: email, session: sid },
        ...(backends.length > 0 && { backends: [...backends] }),
      };
      await audit.record({ ...actor, action: 'local-remote.allowed', subject: remote, detail: { origin, expiresAt } });
      return { remote, origin, expiresAt, value: signLocalPermission(permission, lockSigningKey) };
    },

    permitted: (value = '', session) =>
      readLocalPermission(value, { portal, session, now: database.now(), publicKeys: lockPublicKeys }),

    stopped: async ({ remote, origin, session }, actor) => {
      if (!(await limits.count('local-remote-stops-by-session', session)).allowed) return;
      await audit.record({ ...actor, action: 'local-remote.stopped', subject: remote, detail: { origin } });
    },
  };
}
