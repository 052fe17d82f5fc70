import { BrowserRouter } from '@cytocomm/kit';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { type Composition, CompositionContext } from './composition/composition-context.ts';
import { routesOf } from './composition/contributions.ts';
import { reportFailure } from './composition/failure-report.ts';
import { integrityLookup } from './composition/integrity.ts';
import { readLock } from './composition/lock.ts';
import { createRemoteLoader } from './composition/remotes.ts';
import { ErrorScreen } from './frame/index.ts';
import { newIncidentId } from './incident.ts';
import { PageBoundary } from './PageBoundary.tsx';

function compose(): Composition {
  const lock = readLock(document);
  globalThis.portalIntegrity = integrityLookup(lock, location.origin);
  const loader = createRemoteLoader(lock, { Dashboard: () => import('./dashboard/Dashboard.tsx') });
  return { lock, loader, onFailure: (failure) => reportFailure(failure, lock.id) };
}

function tree(composition: Composition) {
  return (
    <StrictMode>
      <PageBoundary>
        <CompositionContext value={composition}>
          <BrowserRouter>
            <App />
          </BrowserRouter>
        </CompositionContext>
      </PageBoundary>
    </StrictMode>
  );
}

async function start(root: HTMLElement): Promise<void> {
  const composition = compose();
  const page = tree(composition);
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
