import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { containerName } from '@cytocomm/composition';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import { describeRelease } from '@cytocomm/releases';

/** What an idle component shows; it stands where the content of the slot would. */
export const IDLE_MARK = 'idle slot';

/** The script of a remote whose components do nothing but stand in their slots. */
const entryOf = (name: string) =>
  `var ${containerName(name)} = { init() {}, get: async () => () => ({ default: () => ${JSON.stringify(IDLE_MARK)} }) };`;

/**
 * Returns a release that contributes what another does and does nothing, and writes its files. A page with it is what a page
 * looks like outside of the slots of the other.
 */
function idleRelease(releasesDir: string, original: LockedRelease): LockedRelease {
  const { name, title, version, contract, shared, contributions } = original;
  const building = join(releasesDir, '.idle', name);
  const entry = 'entry.js';
  mkdirSync(building, { recursive: true });
  writeFileSync(join(building, entry), entryOf(name));
  const facts = { name, title, version, contract, entry, shared, components: {}, contributions };
  const release = describeRelease(building, facts);
  const dir = join(releasesDir, name, release.release);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, entry), entryOf(name));
  writeFileSync(join(dir, 'release.json'), JSON.stringify(release));
  return { ...release, baseUrl: `/releases/${name}/${release.release}/` };
}

/** Returns a lock in which only one remote has sections and pages that the server renders: nothing else runs. */
export function withPartsOf({ remotes, ...lock }: Lock, name: string): Lock {
  const quiet = (remote: LockedRelease): LockedRelease => {
    const { contributions } = remote;
    const routes = contributions.routes.map((route) => ({ ...route, public: false }));
    return { ...remote, contributions: { ...contributions, routes, sections: [] } };
  };
  return { ...lock, remotes: remotes.map((remote) => (remote.name === name ? remote : quiet(remote))) };
}

/** Returns a lock in which one remote is idle. */
export function withIdle(lock: Lock, name: string, releasesDir: string): Lock {
  const id = lock.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  const remotes = lock.remotes.map((remote) => (remote.name === name ? idleRelease(releasesDir, remote) : remote));
  return { ...lock, id, remotes };
}
