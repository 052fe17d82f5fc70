import { DEADLINES, LOCAL_REMOTE_ELEMENT_ID, matchRoute, readLock, readSwitchedOff } from '@cytocomm/composition';
import type { Lock } from '@cytocomm/contract';
import { BrowserRouter, keepFocus } from '@cytocomm/kit';
import { addRoles } from '@cytocomm/session';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { arrivingPage, readPageData } from './composition/arriving-page.ts';
import { createComponentStore } from './composition/component-store.ts';
import { type Composition, createFailedParts } from './composition/composition.ts';
import { createRemoteLoader, type OwnComponents } from './composition/federation.ts';
import { integrityLookup } from './composition/integrity.ts';
import { guardSinks, tolerateMovedNodes } from './composition/page-guards.ts';
import { createPartReports } from './composition/part-reports.ts';
import { ErrorScreen } from './frame/index.ts';
import { watchTabAge } from './newer-version/tab-age.ts';
import { newIncidentId, Root } from './Root.tsx';

declare global {
  /** Whether the frame of the page is there; services/web reports a page where it is not. */
  var portalStarted: boolean | undefined;
}

const ownComponents: OwnComponents = { Dashboard: () => import('./dashboard/Dashboard.tsx') };

/** Lets the session know the roles that the remotes of a lock bring. */
function addRolesOf(lock: Lock): void {
  addRoles(lock.remotes.flatMap(({ contributions }) => contributions.roles ?? []));
}

/**
 * Guards what the page loads, and returns its lock and what is switched off: in a page that may, with a remote of the own
 * machine in its place.
 */
async function openLock(isLocal: boolean): Promise<Pick<Composition, 'lock' | 'switchedOff'>> {
  const lock = readLock(document);
  const own = { lock, switchedOff: readSwitchedOff(document) };
  let integrityOf = integrityLookup(lock, location.origin);
  globalThis.portalIntegrity = (url) => integrityOf(url);
  guardSinks(globalThis.portalIntegrity);
  addRolesOf(lock);
  if (!isLocal) return own;
  const { openLocalRemote } = await import('./local-remote/open-local-remote.tsx');
  const local = await openLocalRemote(lock, integrityOf);
  if (!local) return own;
  integrityOf = local.integrityOf;
  addRolesOf(local.lock);
  return { lock: local.lock, switchedOff: local.switchedOff };
}

async function compose(): Promise<Composition> {
  const isLocal = document.getElementById(LOCAL_REMOTE_ELEMENT_ID) !== null;
  const { lock, switchedOff } = await openLock(isLocal);
  const loader = createRemoteLoader(lock, ownComponents);
  const reports = createPartReports(lock.id, isLocal);
  const data = readPageData(document);
  return {
    lock,
    components: createComponentStore(loader, reports),
    failedParts: createFailedParts(),
    switchedOff,
    prerendered: data && { path: location.pathname, data },
    onStarted() {
      globalThis.portalStarted = true;
      reports.loaded(lock.shell, 'Main', performance.now());
    },
  };
}

// In a transition React would wait for a page whose scripts never come before it shows the next one.
const router = (children: ReactNode) => <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;

/** Has React keep the text that the server has put back into a form: of a value that was set it changes no default. */
function keepTyped(root: HTMLElement): void {
  for (const area of root.querySelectorAll('textarea')) area.value = String(area.value);
}

/** Hydrates the page that came as markup: in one pass, which is quicker, or the frame first when the component is late. */
async function hydrate(root: HTMLElement, composition: Composition): Promise<void> {
  const { components } = composition;
  const matched = matchRoute(composition.lock, location.pathname);
  if (!matched) {
    hydrateRoot(root, <Root composition={composition} router={router} />);
    return;
  }
  const { release, route } = matched;
  const late = new Promise<void>((resolve) => setTimeout(resolve, DEADLINES.onePass));
  await Promise.race([components.load(release, route.component), late]);
  const isReady = components.stateOf(release, route.component).status === 'ready';
  const arriving = isReady ? undefined : arrivingPage(route.path, components.whenReady(release, route.component));
  hydrateRoot(root, <Root composition={{ ...composition, arriving }} router={router} />);
}

async function run(root: HTMLElement): Promise<void> {
  const composition = await compose();
  keepFocus(document);
  tolerateMovedNodes();
  if (root.hasChildNodes()) {
    keepTyped(root);
    await hydrate(root, composition);
  } else createRoot(root).render(<Root composition={composition} router={router} />);
  watchTabAge(composition.lock.id);
}

/** Starts the page in its root, or says there that it failed. */
export async function start(root: HTMLElement): Promise<void> {
  try {
    await run(root);
  } catch (error) {
    const incident = newIncidentId();
    console.error(`Incident ${incident}`, error);
    createRoot(root).render(<ErrorScreen requestId={incident} />);
  }
}
