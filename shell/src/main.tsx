import { BrowserRouter } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { Composition } from './composition/composition-context.ts';
import { routesOf } from './composition/contributions.ts';
import { reportFailure } from './composition/failure-report.ts';
import { createRemoteLoader, type OwnComponents } from './composition/federation.ts';
import { integrityLookup } from './composition/integrity.ts';
import { readLock } from './composition/lock.ts';
import { ErrorScreen } from './frame/index.ts';
import { newIncidentId } from './incident.ts';
import { Root } from './Root.tsx';

const ownComponents: OwnComponents = { Dashboard: () => import('./dashboard/Dashboard.tsx') };

function compose(): Composition {
  const lock = readLock(document);
  globalThis.portalIntegrity = integrityLookup(lock, location.origin);
  const loader = createRemoteLoader(lock, ownComponents);
  return { lock, loader, onFailure: (failure) => reportFailure(failure, lock.id) };
}

const router = (children: ReactNode) => <BrowserRouter>{children}</BrowserRouter>;

async function start(root: HTMLElement): Promise<void> {
  const composition = compose();
  const page = <Root composition={composition} router={router} />;
  if (!root.hasChildNodes()) {
    createRoot(root).render(page);
    return;
  }
  const route = routesOf(composition.lock).find(({ contribution }) => contribution.path === location.pathname);
  const { loader } = composition;
  const ready = route
    ? await loader.load(route.release, route.contribution.component).then(
        () => true,
        () => false,
      )
    : true;
  // Prerendered markup only fits the tree when the page's component is there; else the slot says what failed.
  if (ready) hydrateRoot(root, page);
  else createRoot(root).render(page);
}

const root = document.getElementById('root');
if (root)
  start(root).catch((error: unknown) => {
    const incident = newIncidentId();
    console.error(`Incident ${incident}`, error);
    createRoot(root).render(<ErrorScreen requestId={incident} />);
  });
