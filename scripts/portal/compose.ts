import type { Lock } from '@cytocomm/contract';
import type { ReleaseStore, WorkspaceBuild } from '@cytocomm/remote-tools';

/**
 * Publishes builds into the store and promotes the lock of exactly these releases, for an API of the version `api`, by
 * default this checkout's. Throws LockRefused and ReleaseAltered.
 */
export function promoteBuilds(store: ReleaseStore, builds: readonly WorkspaceBuild[], api?: string): Lock {
  const releases = builds.map(({ distDir }) => store.publish(distDir));
  const shell = releases.find((release) => release.name === 'shell');
  if (!shell) throw new Error('a lock needs a shell, and there is no build of it');
  const lock = store.compose(
    shell,
    releases.filter((release) => release !== shell),
  );
  store.promote(lock.id, api);
  return lock;
}
