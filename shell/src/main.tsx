import { BrowserRouter } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Composition } from './composition/composition-context.ts';
import { routesOf } from './composition/contributions.ts';
import { reportFailure } from './composition/failure-report.ts';
import { createRemoteLoader, type OwnComponents } from './composition/federation.ts';
import { integrityLookup } from './composition/integrity.ts';
import { readLock } from './composition/lock.ts';
import { readPageData } from './composition/page-data.ts';
import { RemoteFailed } from './composition/remotes.ts';
import { ErrorScreen } from './frame/index.ts';
import { newIncidentId } from './incident.ts';
import { Root } from './Root.tsx';

const ownComponents: OwnComponents = { Dashboard: () => import('./dashboard/Dashboard.tsx') };

function compose(): Composition {
  const lock = readLock(document);
  globalThis.portalIntegrity = integrityLookup(lock, location.origin);
  const loader = createRemoteLoader(lock, ownComponents);
  const data = readPageData(document);
  return {
    lock,
    loader,
    onFailure: (failure) => reportFailure(failure, lock.id),
    prerendered: data && { path: location.pathname, data },
  };
}

const router = (children: ReactNode) => <BrowserRouter>{children}</BrowserRouter>;

/** Hydrates the frame at once and the page in it as soon as its component is there. */
function hydrate(root: HTMLElement, composition: Composition): void {
  const route = routesOf(composition.lock).find(({ contribution }) => contribution.path === location.pathname);
  let failure: RemoteFailed | undefined;
  const outcome = route
    ? composition.loader.load(route.release, route.contribution.component).then(
        () => undefined,
        (error: unknown) => {
          if (!(error instanceof RemoteFailed)) throw error;
          failure = error;
          return failure;
        },
      )
    : Promise.resolve(undefined);
  const arriving = { path: location.pathname, outcome };
  hydrateRoot(root, <Root composition={{ ...composition, arriving }} router={router} />, {
    onRecoverableError(error) {
      // What the slot says of a failure cannot match the markup of the page, and need not.
      if (!failure) reportError(error);
    },
  });
}

function start(root: HTMLElement): void {
  const composition = compose();
  if (root.hasChildNodes()) hydrate(root, composition);
  else createRoot(root).render(<Root composition={composition} router={router} />);
}

const root = document.getElementById('root');
if (root)
  try {
    start(root);
  } catch (error) {
    const incident = newIncidentId();
    console.error(`Incident ${incident}`, error);
    createRoot(root).render(<ErrorScreen requestId={incident} />);
  }
