import type { Lock } from '@cytocomm/contract';
import type { Logger } from 'pino';
import { OLD_BROWSER_PATH } from './document.ts';

/** The first contract whose shell decides what becomes of text that is about to be run: it makes the policy `default`. */
const GUARDED_SINKS_SINCE = [1, 1] as const;
/** What proxies take of an answer's headers has an end (4 KiB by nginx's default); this is room for some 30 releases. */
const MAX_SOURCES_LENGTH = 2500;

/** What the policies of pages follow from, besides their lock. */
export interface LockPolicyOptions {
  /** The portal's own origin, from the settings. */
  readonly origin: string;
  /** Addresses of scripts that no release has. */
  readonly scripts: readonly string[];
  /** Whether a script of another company runs in the pages, which loads and writes what it likes. */
  readonly hostsForeignScript: boolean;
  readonly log: Logger;
}

/** The part of a Content-Security-Policy that follows from the lock; undefined when there is nothing to say. */
export interface LockPolicy {
  /** For a page that is asked for under the portal's own name. */
  readonly underOwnName: string | undefined;
  /** For one that is reached under another name: its own files have other addresses. */
  readonly elsewhere: string | undefined;
}

function guardsSinks({ shell }: Lock): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(shell.contract) ?? [];
  const [sinceMajor, sinceMinor] = GUARDED_SINKS_SINCE;
  return Number(major) > sinceMajor || (Number(major) === sinceMajor && Number(minor) >= sinceMinor);
}

/**
 * An address as a source of a policy, where `;`, `,` and spaces would end it and `'` or `*` mean something; none when it is no
 * address, from which nothing is loaded either.
 */
function sourceOf(address: string, origin: string): string[] {
  if (!URL.canParse(address, origin)) return [];
  const url = new URL(address, origin);
  // Other signs could only stand in the name of a host, where no portal has them.
  if (!/^https?:\/\/[\w.:[\]-]+$/.test(url.origin)) return [];
  return [url.origin + url.pathname.replace(/[;,'*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)];
}

function policyOf(lock: Lock, { origin, scripts, hostsForeignScript, log }: LockPolicyOptions): LockPolicy {
  if (hostsForeignScript) return { underOwnName: undefined, elsewhere: undefined };
  // DOMPurify makes its policy once for each build that holds it.
  const sinks = "require-trusted-types-for 'script';trusted-types default dompurify 'allow-duplicates'";
  const elsewhere = guardsSinks(lock) ? sinks : undefined;
  const folders = [lock.shell, ...lock.remotes].map(({ baseUrl }) => baseUrl);
  const sources = [...folders, OLD_BROWSER_PATH, ...scripts].flatMap((address) => sourceOf(address, origin)).join(' ');
  if (sources.length > MAX_SOURCES_LENGTH) {
    log.warn({ lock: lock.id }, 'a lock has too many releases for a header: its pages may run scripts of any release');
    return { underOwnName: elsewhere, elsewhere };
  }
  return { underOwnName: [`script-src ${sources}`, elsewhere].filter(Boolean).join(';'), elsewhere };
}

/**
 * Makes what a page's policy says beside the policy of all pages; browsers hold a page to both. Of all releases ever
 * published, a page runs scripts of its lock's only. Trusted Types are asked for where the lock's shell knows of them.
 */
export function createLockPolicies(options: LockPolicyOptions): (lock: Lock) => LockPolicy {
  const made = new WeakMap<Lock, LockPolicy>();
  return (lock) => {
    const policy = made.get(lock) ?? policyOf(lock, options);
    made.set(lock, policy);
    return policy;
  };
}
