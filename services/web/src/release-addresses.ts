import type { Lock, LockedRelease } from '@cytocomm/contract';
import type { WebConfig } from './config.ts';

/** Returns the origins besides the portal's own that release files come from. */
export function releaseOrigins({
  REMOTE_ORIGINS,
  RELEASE_BASE_URL,
}: Pick<WebConfig, 'REMOTE_ORIGINS' | 'RELEASE_BASE_URL'>): readonly string[] {
  return [...new Set([...REMOTE_ORIGINS, ...(RELEASE_BASE_URL ? [new URL(RELEASE_BASE_URL).origin] : [])])];
}

/**
 * Returns a function that returns a lock whose release files have addresses below `baseUrl`, which a CDN has in front of this
 * service; the same lock without one. A release that is served from elsewhere stays there.
 */
export function releaseAddresses(baseUrl: string | undefined): (lock: Lock) => Lock {
  if (baseUrl === undefined) return (lock) => lock;
  const base = baseUrl.replace(/\/$/, '');
  const placed = new WeakMap<Lock, Lock>();
  const place = (release: LockedRelease): LockedRelease =>
    release.baseUrl.startsWith('/') ? { ...release, baseUrl: base + release.baseUrl } : release;
  return (lock) => {
    const known = placed.get(lock) ?? { ...lock, shell: place(lock.shell), remotes: lock.remotes.map(place) };
    placed.set(lock, known);
    return known;
  };
}
