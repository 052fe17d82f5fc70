import type { Lock } from '@cytocomm/contract';
import type { ReleaseStore, WorkspaceBuild } from '@cytocomm/remote-tools';
import { CannotStart } from './settings.ts';

/**
 * Publishes builds and promotes a lock with them, for an API of the version `api`, by default this checkout's. Remotes of
 * the active lock that are not among the builds stay, but for those in `without`. Throws CannotStart where there is no shell,
 * LockRefused and ReleaseAltered.
 */
export function promoteBuilds(
  store: ReleaseStore,
  builds: readonly WorkspaceBuild[],
  { api, without = [] }: { readonly api?: string | undefined; readonly without?: readonly string[] } = {},
): Lock {
  const releases = builds.map(({ distDir }) => store.publish(distDir));
  const names = new Set([...without, ...releases.map(({ name }) => name)]);
  return store.promoteChange((active) => {
    const shell = releases.find(({ name }) => name === 'shell') ?? active?.shell;
    if (!shell) throw new CannotStart('No lock is active yet: run npm start or npm run release first.');
    const others = active?.remotes.filter(({ name }) => !names.has(name)) ?? [];
    return { shell, remotes: [...others, ...releases.filter((release) => release !== shell)] };
  }, api);
}
