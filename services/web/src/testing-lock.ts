import { createHash } from 'node:crypto';
import { contentOfLock, type Lock, type LockedRelease } from '@cytocomm/contract';
import { RELEASE } from './files/testing-release.ts';

/** A hash that no file has. */
export const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** A release as a lock names it, which contributes nothing unless told otherwise. */
export function lockedRelease(name: string, change: Partial<LockedRelease> = {}): LockedRelease {
  return {
    name,
    title: name,
    version: '0.1.0',
    release: RELEASE,
    contract: '1.0.0',
    entry: 'entry.js',
    shared: {},
    components: {},
    files: [{ path: 'entry.js', integrity: INTEGRITY, bytes: 3 }],
    contributions: { routes: [], links: [], sections: [], overlays: [] },
    baseUrl: `/releases/${name}/${RELEASE}/`,
    ...change,
  };
}

/** A lock of these releases, with the id of its content. */
export function lockOf(shell: LockedRelease, remotes: readonly LockedRelease[] = []): Lock {
  const parts = { shell, remotes: [...remotes] };
  const id = createHash('sha256').update(contentOfLock(parts)).digest('hex').slice(0, 16);
  return { id, createdAt: '2026-01-01T00:00:00.000Z', ...parts };
}
