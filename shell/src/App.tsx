import { MISSING_PAGE_TITLE, matchRoute, pageTitle, routesOf } from '@cytocomm/composition';
import { Route, Routes, SkipLink, Toaster } from '@cytocomm/kit';
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useComposition } from './composition/composition-context.ts';
import { linksOf } from './composition/contributions.ts';
import { RemoteFailed } from './composition/remotes.ts';
import { Footer, NavigationBar, NotFound, RouteProgress, SlotSkeleton } from './frame/index.ts';
import { PageSlot } from './PageSlot.tsx';
import { usePageChange } from './routing/use-page-change.ts';
import { useSettledLocation } from './routing/use-settled-location.ts';
import { SignInOverlay } from './SignInOverlay.tsx';
import { PageFallback, StalePageNotice } from './StalePageNotice.tsx';
import { socialLinks } from './social-links.ts';
import { useEmailAlerts } from './use-email-alerts.ts';

/** The frame of every page, and in it the page that the lock has for this address. */
export function App() {
  const { lock, loader, arriving } = useComposition();
  const routes = useMemo(() => routesOf(lock), [lock]);
  const links = useMemo(() => linksOf(lock), [lock]);
  const page = useRef<HTMLElement>(null);
  const failures = useRef(new Map<string, RemoteFailed>());

  const settle = useCallback(
    async (path: string) => {
      const matched = matchRoute(lock, path);
      // A failure is the slot's to show; here it only ends the waiting.
      if (!matched) return;
      const { release, route } = matched;
      await loader.load(release, route.component).catch((error: unknown) => {
        if (error instanceof RemoteFailed) failures.current.set(route.path, error);
      });
    },
    [lock, loader],
  );
  const { location, pending } = useSettledLocation(settle);
  const current = matchRoute(lock, location.pathname);
  usePageChange(location.pathname, pageTitle(current?.route.title ?? MISSING_PAGE_TITLE), page);
  const onAlerts = useEmailAlerts();
  const isArriving = arriving !== undefined && arriving.path === current?.route.path;
  useEffect(() => {
    if (!isArriving) arriving?.leave();
  }, [arriving, isArriving]);
  const arrival = isArriving && current ? { page: arriving, what: current.release.title } : undefined;

  return (
    <>
      <SkipLink />
      <RouteProgress active={pending} />
      <NavigationBar links={links} socialLinks={socialLinks} />
      <main id="main" ref={page} tabIndex={-1}>
        {arrival ? <StalePageNotice {...arrival} /> : null}
        <Routes location={location}>
          {routes.map((matched) => (
            <Route
              key={matched.route.path}
              path={matched.route.path}
              element={
                <Suspense
                  key={matched.route.path}
                  fallback={arrival ? <PageFallback {...arrival} /> : <SlotSkeleton />}
                >
                  <PageSlot matched={matched} failure={failures.current.get(matched.route.path)} />
                </Suspense>
              }
            />
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </main>
      <Footer links={links} onSignUp={onAlerts} />
      <SignInOverlay />
      <Toaster />
    </>
  );
}
