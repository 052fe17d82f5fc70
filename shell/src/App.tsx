import type { PageProps } from '@cytocomm/contract';
import { Route, Routes, SkipLink, Toaster } from '@cytocomm/kit';
import { useCallback, useMemo, useRef } from 'react';
import { useComposition } from './composition/composition-context.ts';
import { linksOf, routesOf } from './composition/contributions.ts';
import { Slot } from './composition/Slot.tsx';
import { Footer, NavigationBar, NotFound, RouteProgress } from './frame/index.ts';
import { pageTitle } from './routing/page-title.ts';
import { usePageChange } from './routing/use-page-change.ts';
import { useSettledLocation } from './routing/use-settled-location.ts';
import { SignInOverlay } from './SignInOverlay.tsx';
import { socialLinks } from './social-links.ts';
import { useEmailAlerts } from './use-email-alerts.ts';

const noProps: PageProps = {};

/** The frame of every page, and in it the page that the lock has for this address. */
export function App() {
  const { lock, loader } = useComposition();
  const routes = useMemo(() => routesOf(lock), [lock]);
  const links = useMemo(() => linksOf(lock), [lock]);
  const page = useRef<HTMLElement>(null);

  const settle = useCallback(
    async (path: string) => {
      const route = routes.find(({ contribution }) => contribution.path === path);
      // A failure is the slot's to show; here it only ends the waiting.
      if (route) await loader.load(route.release, route.contribution.component).catch(() => undefined);
    },
    [routes, loader],
  );
  const { location, pending } = useSettledLocation(settle);
  const current = routes.find(({ contribution }) => contribution.path === location.pathname);
  usePageChange(location.pathname, pageTitle(current?.contribution.title ?? 'Page not found'), page);
  const onAlerts = useEmailAlerts();

  return (
    <>
      <SkipLink />
      <RouteProgress active={pending} />
      <NavigationBar links={links} socialLinks={socialLinks} />
      <main id="main" ref={page} tabIndex={-1}>
        <Routes location={location}>
          {routes.map(({ release, contribution }) => (
            <Route
              key={contribution.path}
              path={contribution.path}
              element={
                <Slot key={contribution.path} remote={release} component={contribution.component} props={noProps} />
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
