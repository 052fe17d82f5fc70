import type { Lock, Role } from '@cytocomm/contract';
import type { Visitor } from './visitors.ts';

/** The machine had no time for a trial: it says nothing about the release. */
export class TooBusyToTry extends Error {
  override readonly name = 'TooBusyToTry';
}

/** The portal with one lock on this machine: pages, prerendered, the files of releases, and a fake API. */
export interface TrialSite extends AsyncDisposable {
  readonly origin: string;
  /** Adds a visitor; `roles` are those of the person who is signed in, undefined for nobody. */
  visitor(roles: readonly Role[] | undefined): Visitor;
  /** Lets the server render a page. Resolves to why it could not; undefined when it could. Rejects with TooBusyToTry. */
  renderFailure(path: string): Promise<string | undefined>;
}

/** Starts the portal of a lock whose releases lie in a folder, on a free port of the loopback interface. */
export type StartTrialSite = (lock: Lock, releasesDir: string) => Promise<TrialSite>;
