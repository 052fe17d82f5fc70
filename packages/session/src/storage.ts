import type { Role } from '@cytocomm/contract';
import { parseRole } from './claims.ts';

// The keys are the specification's (section 3). Storage may be missing (prerendering) or refuse (private mode, a full
// quota); what it would hold is a convenience, so a refusal is no failure of the session.
const ROLE = 'auth';
const NAME = 'userName';
const EMAIL = 'emailForSignIn';
const MARK = 'signedIn';

type Area = 'sessionStorage' | 'localStorage';

function read(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

function write(area: Area, key: string, value: string | null): void {
  try {
    if (value === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, value);
  } catch {
    // See above.
  }
}

/** Returns the role whose dashboard was last chosen in this tab; null without one. */
export const readRole = (): Role | null => parseRole(read('sessionStorage', ROLE));

/** Keeps role and name for this tab; null removes them. */
export function storeIdentity(role: Role | null, name: string | null): void {
  write('sessionStorage', ROLE, role);
  write('sessionStorage', NAME, name);
}

/** Keeps the address that a sign-in link was asked for, until the link comes back. */
export const rememberEmail = (email: string): void => write('localStorage', EMAIL, email);

/** Returns the address that a sign-in link was last asked for on this device; null without one. */
export const readRememberedEmail = (): string | null => read('localStorage', EMAIL);

/** Removes the kept address. */
export const forgetEmail = (): void => write('localStorage', EMAIL, null);

/** Keeps whether somebody is signed in in this browser, for pages that would not ask the server otherwise. */
export const markSignedIn = (isSignedIn: boolean): void => write('localStorage', MARK, isSignedIn ? '1' : null);

/**
 * Returns whether somebody was signed in in this browser when a page last knew. It opens nothing: it says whether asking the
 * server is worth while.
 */
export const wasSignedIn = (): boolean => read('localStorage', MARK) !== null;

const TAB_NEWS = 'session';

/** What a tab tells the others. */
export type TabNews = 'signed-in' | 'signed-out';

/** Sends the portal's other tabs a piece of news; nothing of it stays. */
export function notifyTabs(news: TabNews): void {
  write('localStorage', TAB_NEWS, news);
  write('localStorage', TAB_NEWS, null);
}

/** Listens to the portal's other tabs for as long as this page lives; prerendering has none. */
export function onTabNews(listener: (news: TabNews) => void): void {
  globalThis.window?.addEventListener('storage', ({ key, newValue }) => {
    if (key === TAB_NEWS && (newValue === 'signed-in' || newValue === 'signed-out')) listener(newValue);
  });
}
