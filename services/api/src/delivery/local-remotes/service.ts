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
import type { FindRelease } from '../releases/live-releases.ts';

/** Returns the 422 of a local release. */
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

/** Returns the shared names of a shell, if its release is stored here unaltered. */
async function namesOf(shell: LockedRelease, find: FindRelease): Promise<Release['sharedNames']> {
  const stored = await find('shell', shell.release);
  if (stored === null || stored.release !== shell.release) return undefined;
  const manifest = releaseSchema.safeParse(JSON.parse(stored.manifest));
  return manifest.success && hasOwnId(manifest.data) ? manifest.data.sharedNames : undefined;
}

function manifestOf({ baseUrl: _, ...release }: LockedRelease): Release {
  return release;
}

/** A request to fit a local release into a lock. */
export interface FitRequest {
  /** The lock of the page. It only affects this page, so a forged one gains nothing. */
  readonly lock: Lock;
  /** The release.json of the local machine. */
  readonly release: unknown;
  readonly remote: string;
  readonly origin: string;
}

/**
 * Returns a local release as an entry of the page's lock. Throws 422 if it is no release of this remote, or does not fit the lock
 * or this API. Shared names are not compared if the shell is not stored, as in a development portal.
 */
export async function fitLocalRelease(
  { lock, release: value, remote, origin }: FitRequest,
  find: FindRelease,
): Promise<LockedRelease> {
  const { sharedNames, ...release } = readRelease(value, remote, origin);
  const shellNames = await namesOf(lock.shell, find);
  const shell = { ...manifestOf(lock.shell), ...(shellNames && { sharedNames: shellNames }) };
  const local = { ...release, ...(shellNames && sharedNames && { sharedNames }) };
  const others = lock.remotes.filter(({ name }) => name !== remote).map(manifestOf);
  const faults = lockMisfits(shell, [...others, local], API_VERSION);
  if (faults.length > 0) throw gateRefused(faults.map(({ message }) => ({ path: 'body.release', message })));
  const { api: _, ...locked } = release;
  return { ...locked, baseUrl: `${origin}/` };
}

const HOUR_MS = 3_600_000;

/** The holder of a permission. */
interface Holder {
  readonly email: string;
  readonly sid: string;
}

/** Permissions to load a remote from the local machine; they are signed, not stored. */
export interface LocalRemotes {
  /** Signs a permission for this session. Throws 503 without a signing key. */
  allow(input: NewLocalRemote, holder: Holder, actor: Actor): Promise<{ readonly value: string } & LocalRemote>;
  /** Returns the permission in a cookie of this session, if it is valid. */
  permitted(value: string | undefined, sid: string): LocalPermission | undefined;
  /** Records the end of a permission, at most 60 times an hour per session, since a copied cookie can be sent again. */
  stopped(permission: LocalPermission, actor: Actor): Promise<void>;
}

/** Presents a permission. */
export function presentLocalRemote({ remote, origin, expiresAt }: LocalRemote): LocalRemote {
  return { remote, origin, expiresAt };
}

/** Creates the permissions; `backendsOf` returns the allowed backends of a remote. */
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
