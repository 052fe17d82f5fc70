import { createReleaseSource } from '../../delivery/locks/composition.ts';
import { createLocks, type Locks } from '../../delivery/locks/service.ts';
import { createClaimsTable } from '../../delivery/releases/claims.ts';
import { createReleases, type Releases } from '../../delivery/releases/service.ts';
import { type Environment, openCommandCore } from './command.ts';

/** Releases and locks for programs of this machine: their calls need no session, and no running API. */
export interface ReleaseDesk {
  readonly releases: Pick<Releases, 'publishFolder' | 'find'>;
  readonly locks: Locks;
}

/**
 * Opens releases and locks over the database of MONGODB_URI, with the key of LOCK_SIGNING_KEY. Throws ConfigurationError,
 * DatabaseAway, and DatabaseBehind for pending migrations.
 */
export async function openReleaseDesk(environment: Environment): Promise<ReleaseDesk & AsyncDisposable> {
  const { core, assertUpToDate, close } = await openCommandCore(environment);
  try {
    await assertUpToDate();
  } catch (error) {
    await close();
    throw error;
  }
  const claims = createClaimsTable(core);
  const releases = createReleases(core, claims);
  return {
    releases,
    locks: createLocks(core, createReleaseSource(releases.find, claims)),
    async [Symbol.asyncDispose]() {
      await releases.close();
      await close();
    },
  };
}
