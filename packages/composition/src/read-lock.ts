import type { Lock, LockedRelease } from '@cytocomm/contract';
import { LOCK_ELEMENT_ID, SWITCHED_OFF_ELEMENT_ID } from './names.ts';

/** Returns the names of remotes that are switched off in a page; none by default. */
export function readSwitchedOff(page: PageWithLock): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(page.getElementById(SWITCHED_OFF_ELEMENT_ID)?.textContent ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);
  } catch {
    return new Set();
  }
}

/** The page came without a lock, or with one that is not a lock. The message names the field. */
export class LockUnreadable extends Error {
  override readonly name = 'LockUnreadable';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isLockedRelease(value: unknown): value is LockedRelease {
  return (
    isRecord(value) &&
    ['name', 'title', 'release', 'baseUrl', 'entry'].every((key) => typeof value[key] === 'string') &&
    Array.isArray(value.files) &&
    isRecord(value.components) &&
    isRecord(value.contributions)
  );
}

function isLock(value: unknown): value is Lock {
  return (
    isRecord(value) &&
    typeof value.id === 'string' &&
    isLockedRelease(value.shell) &&
    Array.isArray(value.remotes) &&
    value.remotes.every(isLockedRelease)
  );
}

/** The part of a page that is needed to find its lock. */
export interface PageWithLock {
  getElementById(id: string): { readonly textContent: string | null } | null;
}

/**
 * Returns the lock that a page runs on. services/web has checked it against the contract's schema before it sent it; here
 * only the outline is checked, without a schema library in the page. Throws LockUnreadable.
 */
export function readLock(page: PageWithLock): Lock {
  const block = page.getElementById(LOCK_ELEMENT_ID);
  if (!block?.textContent) throw new LockUnreadable('the page holds no lock');
  let value: unknown;
  try {
    value = JSON.parse(block.textContent);
  } catch (error) {
    throw new LockUnreadable('the lock is not JSON', { cause: error });
  }
  if (!isLock(value)) throw new LockUnreadable('the lock lacks its id, its shell or a list of remotes');
  return value;
}
