import type { Lock } from '@cytocomm/contract';
import type { Logger } from 'pino';

/** The maximum of characters, some 20 backends: proxies limit headers (nginx to 4 KiB). */
const MAX_LENGTH = 1000;

/** What the origins are chosen by. */
export interface BackendOriginOptions {
  /** Whether the portal has https: then its backends have it, too. */
  readonly isSecure: boolean;
  readonly log: Logger;
}

/**
 * Returns the origins of the backends that a page of a lock may call. `further` are those of a remote that is not in the lock;
 * they come first.
 */
export type BackendOrigins = (
  lock: Lock,
  switchedOff: readonly string[],
  further?: readonly string[],
) => readonly string[];

/**
 * Returns the function that returns the origins of the backends that the pages of a lock may call: those of its remotes, but
 * for the remotes that are switched off. Those that find no room in a header are left out, with a line in the log.
 */
export function createBackendOrigins({ isSecure, log }: BackendOriginOptions): BackendOrigins {
  const reported = new WeakSet<Lock>();
  const isReachable = (origin: string) => !isSecure || origin.startsWith('https:');
  return (lock, switchedOff, further = []) => {
    const origins = further.filter(isReachable);
    let length = origins.join(' ').length;
    for (const { name, contributions } of lock.remotes) {
      if (contributions.backends === undefined || switchedOff.includes(name)) continue;
      for (const { origin } of contributions.backends) {
        if (origins.includes(origin) || !isReachable(origin)) continue;
        length += origin.length + 1;
        if (length <= MAX_LENGTH) origins.push(origin);
        else if (!reported.has(lock)) {
          reported.add(lock);
          log.error(
            { lock: lock.id, remote: name, origin },
            'a lock has too many backends for a header: pages may not call this one',
          );
        }
      }
    }
    return origins;
  };
}
