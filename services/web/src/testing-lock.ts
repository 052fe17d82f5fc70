import type { Lock, LockedRelease } from '@cytocomm/contract';
import { lockRecordId } from '@cytocomm/releases';
import { RELEASE } from './files/testing-server.ts';
import type { LockSource } from './lock-source.ts';

/** A hash that no file has. */
export const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** A source of one lock, without canary. */
export function fixedLock(lock: Lock): LockSource {
  return { current: async () => lock, served: async () => ({ live: lock, switchedOff: [] }) };
}

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

const ORIGIN = { base: null, createdBy: 'checkout', reason: '' };

/** What a file holds for what a page gets of a lock. */
export function recordOf(lock: object): object {
  return { ...ORIGIN, ...lock };
}

/** What a page gets of a lock of these releases, with the id of its record. */
export function lockOf(shell: LockedRelease, remotes: readonly LockedRelease[] = []): Lock {
  const content = { createdAt: '2026-01-01T00:00:00.000Z', shell, remotes: [...remotes] };
  return { id: lockRecordId({ ...ORIGIN, ...content }), ...content };
}
