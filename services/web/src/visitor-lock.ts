import { randomInt } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { VISITOR_ROLES_COOKIE } from '@cytocomm/composition';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import type { ServedLocks } from './lock-source.ts';

/** The cookie that holds a visitor's place among all visitors, so that a canary by percent stays with them. */
const BUCKET_COOKIE = 'portal_bucket';
const BUCKETS = 100;
const BUCKET_DAYS = 30;
/** The names of 20 roles at most, joined by dots. */
const ROLES = /^[a-z0-9.-]{1,1000}$/;

/** What a visitor gets. */
export interface VisitorLock {
  readonly lock: Lock;
  /** Headers for as long as a canary runs: another visitor may get another page. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Returns the value of a cookie if it has this form; undefined otherwise. */
function cookieOf({ headers }: IncomingMessage, name: string, form: RegExp): string | undefined {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2);
    if (key === name && form.test(value)) return value;
  }
  return undefined;
}

/**
 * Returns the function that chooses between live lock and canary. The choice is sticky and made here alone, never by a
 * script: by percent with a random place that a cookie keeps, by roles with a cookie that the API sets at signing in.
 */
export function visitorLocks(isSecure: boolean): (served: ServedLocks, request: IncomingMessage) => VisitorLock {
  const attributes = `Path=/; Max-Age=${BUCKET_DAYS * 86_400}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return ({ live, canary }, request) => {
    if (!canary) return { lock: live, headers: {} };
    const { lock, share } = canary;
    const headers = { Vary: 'Cookie', 'Cache-Control': 'private, no-cache' };
    if ('roles' in share) {
      const roles: readonly string[] = (cookieOf(request, VISITOR_ROLES_COOKIE, ROLES) ?? '').split('.');
      return { lock: share.roles.some((role) => roles.includes(role)) ? lock : live, headers };
    }
    const savedBucket = cookieOf(request, BUCKET_COOKIE, /^\d{1,2}$/);
    const bucket = savedBucket === undefined ? randomInt(BUCKETS) : Number(savedBucket);
    const chosen = bucket < share.percent ? lock : live;
    if (savedBucket !== undefined) return { lock: chosen, headers };
    return { lock: chosen, headers: { ...headers, 'Set-Cookie': `${BUCKET_COOKIE}=${bucket}; ${attributes}` } };
  };
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
    const placedLock = placed.get(lock) ?? { ...lock, shell: place(lock.shell), remotes: lock.remotes.map(place) };
    placed.set(lock, placedLock);
    return placedLock;
  };
}
