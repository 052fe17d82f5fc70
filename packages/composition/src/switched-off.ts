import { SWITCHED_OFF_ELEMENT_ID } from './element-ids.ts';
import type { PageWithLock } from './read-lock.ts';

/** Returns the names of remotes that are switched off in a page; none for a page that says nothing of it. */
export function readSwitchedOff(page: PageWithLock): ReadonlySet<string> {
  try {
    const value: unknown = JSON.parse(page.getElementById(SWITCHED_OFF_ELEMENT_ID)?.textContent ?? '[]');
    return new Set(Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []);
  } catch {
    return new Set();
  }
}
