import type { Lock } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { contractSince, OLD_BROWSER_PATH } from './document.ts';
import { START_WATCH_SOURCE } from './start-watch.ts';

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

/** Returns a Content-Security-Policy in which a directive has further sources; a policy without the directive stays as it is. */
export function withSources(policy: string, directive: string, sources: readonly string[]): string {
  if (sources.length === 0) return policy;
  return policy
    .split(';')
    .map((part) => (part.startsWith(`${directive} `) ? [part, ...sources].join(' ') : part))
    .join(';');
}

/** The first contract whose shell has a Trusted Types policy `default`. */
const GUARDED_SINKS_SINCE = [1, 1] as const;
/** The maximum of characters for sources, some 30 releases: proxies limit headers (nginx to 4 KiB). */
const MAX_SOURCES_LENGTH = 2500;

/** Options of the pages' policies. */
export interface LockPolicyOptions {
  /** The portal's own origin, from the settings. */
  readonly origin: string;
  /** URLs of further scripts. */
  readonly scripts: readonly string[];
  /** Whether a third party's script runs in the pages. */
  readonly hostsForeignScript: boolean;
  readonly log: Logger;
}

/** The part of a Content-Security-Policy for a lock; undefined for none. */
export interface LockPolicy {
  /** For pages under the portal's own host. */
  readonly underOwnName: string | undefined;
  /** For pages under another host, whose files have other addresses. */
  readonly elsewhere: string | undefined;
}

/** Returns a URL as a source of a policy, escaped, as a list; empty for an invalid one, from which nothing is loaded. */
function sourceOf(address: string, origin: string): string[] {
  if (!URL.canParse(address, origin)) return [];
  const url = new URL(address, origin);
  // Other characters could be in a host name only.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(url.origin)) return [];
  return [url.origin + url.pathname.replace(/[;,'*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)];
}

/** Returns a lock's policies, as `createLockPolicies` keeps them. */
export function lockPolicyOf(lock: Lock, { origin, scripts, hostsForeignScript, log }: LockPolicyOptions): LockPolicy {
  if (hostsForeignScript) return { underOwnName: undefined, elsewhere: undefined };
  // DOMPurify creates its policy once per build.
  const sinks = "require-trusted-types-for 'script';trusted-types default dompurify 'allow-duplicates'";
  const elsewhere = contractSince(lock, GUARDED_SINKS_SINCE) ? sinks : undefined;
  const folders = [lock.shell, ...lock.remotes].map(({ baseUrl }) => baseUrl);
  const sources = [...folders, OLD_BROWSER_PATH, ...scripts].flatMap((address) => sourceOf(address, origin)).join(' ');
  if (sources.length > MAX_SOURCES_LENGTH) {
    log.warn({ lock: lock.id }, 'a lock has too many releases for a header: its pages may run scripts of any release');
    return { underOwnName: elsewhere, elsewhere };
  }
  return {
    underOwnName: [`script-src ${START_WATCH_SOURCE} ${sources}`, elsewhere].filter(Boolean).join(';'),
    elsewhere,
  };
}

/**
 * Returns a function that returns a lock's policies, which apply besides the policy of all pages: a page runs scripts of its
 * lock's releases only, with Trusted Types if the shell supports them.
 */
export function createLockPolicies(options: LockPolicyOptions): (lock: Lock) => LockPolicy {
  const cache = new WeakMap<Lock, LockPolicy>();
  return (lock) => {
    const policy = cache.get(lock) ?? lockPolicyOf(lock, options);
    cache.set(lock, policy);
    return policy;
  };
}
