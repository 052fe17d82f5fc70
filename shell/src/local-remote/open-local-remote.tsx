import { LOCAL_REMOTE_ELEMENT_ID, readSwitchedOff } from '@cytocomm/composition';
import type { LocalRemote, Lock } from '@cytocomm/contract';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { LocalRemoteBanner } from './LocalRemoteBanner.tsx';
import { type LocalComposition, LocalRemoteUnusable, withLocalRelease } from './local-release.ts';

function isLocalRemote(value: unknown): value is LocalRemote {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['remote', 'origin', 'expiresAt'].every((key) => typeof Reflect.get(value, key) === 'string')
  );
}

function readLocalRemote(page: Document): LocalRemote | undefined {
  const value: unknown = JSON.parse(page.getElementById(LOCAL_REMOTE_ELEMENT_ID)?.textContent ?? 'null');
  return isLocalRemote(value) ? value : undefined;
}

function showBanner(local: LocalRemote, trouble: string | undefined): void {
  const place = document.createElement('div');
  // Without a box of its own, so that the banner sticks to the window and not to this.
  place.style.display = 'contents';
  document.body.append(place);
  createRoot(place).render(
    <StrictMode>
      <LocalRemoteBanner local={local} trouble={trouble} />
    </StrictMode>,
  );
}

/** A page with a remote of the own machine in it. */
export interface OpenedLocalRemote extends LocalComposition {
  /** The names of remotes that are switched off; the local one is not, whatever the portal's own is. */
  readonly switchedOff: ReadonlySet<string>;
}

/**
 * Puts the remote of the own machine into a page whose permission services/web has found, and says so in a banner that
 * stays. Undefined when it cannot be loaded: the banner says why, and the page runs on its own lock, without what is
 * switched off in it.
 */
export async function openLocalRemote(
  lock: Lock,
  integrityOf: (url: string) => string,
): Promise<OpenedLocalRemote | undefined> {
  const local = readLocalRemote(document);
  if (!local) return undefined;
  try {
    const composition = await withLocalRelease(lock, local, integrityOf);
    showBanner(local, undefined);
    const switchedOff = new Set([...readSwitchedOff(document)].filter((name) => name !== local.remote));
    return { ...composition, switchedOff };
  } catch (error) {
    console.error(error);
    showBanner(local, error instanceof LocalRemoteUnusable ? error.message : String(error));
    return undefined;
  }
}
