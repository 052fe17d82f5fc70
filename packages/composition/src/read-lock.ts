import type { Lock, LockedRelease } from '@cytocomm/contract';
import { LOCK_ELEMENT_ID } from './element-ids.ts';

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

/** What of a page is needed to find its lock. */
export interface PageWithLock {
  getElementById(id: string): { readonly textContent: string | null } | null;
}

/**
 * Returns the lock that a page runs on. services/web has checked it against the contract's schema before it sent it; here
 * only the outline is looked at, so that nobody downloads a schema library for it. Throws LockUnreadable.
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
