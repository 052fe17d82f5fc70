import type { Backend, LocalRemote, NewLocalRemote } from '@cytocomm/contract';
import { type LocalPermission, readLocalPermission, signLocalPermission } from '@cytocomm/releases';
import type { Actor } from '../../platform/audit/actor.ts';
import { serviceUnavailable } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';

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
