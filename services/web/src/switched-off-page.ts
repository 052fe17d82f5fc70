import { type MatchedRoute, matchRoute } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { plainPage } from './plain-page.ts';

/** The Retry-After of a page that is switched off, in seconds. */
export const SWITCHED_OFF_RETRY_AFTER_SECONDS = 300;

/** Whether a page belongs to a remote that is switched off. The shell cannot be: every page is its. */
export function isSwitchedOff(lock: Lock, { release }: MatchedRoute, switchedOff: readonly string[]): boolean {
  return release.name !== lock.shell.name && switchedOff.includes(release.name);
}

/** Returns the page in the place of one whose remote is switched off. */
export function renderSwitchedOffPage(lock: Lock, { route }: MatchedRoute, switchedOff: readonly string[]): string {
  const home = matchRoute(lock, '/');
  return plainPage(`${route.title} is switched off for the moment`, [
    '<p>We have taken this part of the portal out of service. Everything else works, and nothing you saved is lost. Please come back later.</p>',
    home && !isSwitchedOff(lock, home, switchedOff) ? '<p><a href="/">Go to the home page</a></p>' : '',
  ]);
}
