import { type MatchedRoute, MISSING_PAGE_TITLE, matchRoute } from '@cytocomm/composition';
import { Route, Routes, SkipLink, Toaster, toast } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { linksOf, useComposition } from './composition/composition.ts';
import {
  Footer,
  FooterLine,
  NavigationBar,
  NotFound,
  RouteProgress,
  SlotSkeleton,
  type SocialLink,
  signUpForAlerts,
} from './frame/index.ts';
import { NEWER_VERSION_TOAST } from './newer-version/tab-age.ts';
import { PageFallback, PageSlot, StalePageNotice } from './PageSlot.tsx';
import { PersonEntry } from './person/PersonEntry.tsx';
import { OwnTitle, usePageChange, useSettledLocation } from './routing/page-change.ts';
import { SignInOverlay } from './SignInOverlay.tsx';

/** Clears a person's toasts when they log out or somebody else signs in. Returns a function that ends it. */
const clearToastsOnSignOut = (): (() => void) =>
  useSession.subscribe((now, before) => {
    // After an expiry the same person may still need them.
    const owner = before.email ?? before.endedEmail;
    if (owner !== null && owner !== (now.email ?? now.endedEmail)) toast.clear(NEWER_VERSION_TOAST);
  });

/** The company's three places elsewhere (specification, section 2): professional, short-post and social network. */
const socialLinks: readonly SocialLink[] = [
  { label: 'Cytocomm on LinkedIn', href: 'https://www.linkedin.com/company/cytocomm', icon: 'professional-network' },
  { label: 'Cytocomm on X', href: 'https://x.com/cytocomm', icon: 'short-post-network' },
  { label: 'Cytocomm on Facebook', href: 'https://www.facebook.com/cytocomm', icon: 'social-network' },
];

interface PageProps {
  readonly matched: MatchedRoute;
  readonly isArriving: boolean;
  readonly onAlive: () => void;
}

function Page({ matched, isArriving, onAlive }: PageProps) {
  const fallback = isArriving ? <PageFallback matched={matched} /> : <SlotSkeleton />;
  return (
    <Suspense key={matched.route.path} fallback={fallback}>
      <PageSlot matched={matched} onAlive={onAlive} />
    </Suspense>
  );
}

/** The frame of every page, and in it the page that the lock has for this address. */
export function App() {
  const { lock, components, arriving, switchedOff, onStarted } = useComposition();
  const links = useMemo(() => linksOf(lock), [lock]);
  const page = useRef<HTMLElement>(null);
  const settle = useCallback(
    async (path: string) => {
      const matched = matchRoute(lock, path);
      if (matched && !switchedOff?.has(matched.release.name))
        await components.load(matched.release, matched.route.component);
    },
    [lock, components, switchedOff],
  );
  const { location, pending } = useSettledLocation(settle);
  const current = matchRoute(lock, location.pathname);
  // The dashboard has a frame of its own within this one.
  const isDashboard = current?.release === lock.shell;
  const accountLinks = useMemo(() => links.filter(({ group }) => group === 'account'), [links]);
  const { announced, own } = usePageChange({ location, title: current?.route.title ?? MISSING_PAGE_TITLE, page });
  const isArriving = arriving?.isHere() === true && arriving.path === current?.route.path;
  const [isAlive, setAlive] = useState(false);
  const onAlive = useCallback(() => setAlive(true), []);
  useEffect(() => {
    if (!isArriving) arriving?.leave();
  }, [arriving, isArriving]);

  useEffect(() => onStarted?.(), [onStarted]);
  useEffect(clearToastsOnSignOut, []);

  return (
    <>
      <SkipLink />
      <RouteProgress active={pending} />
      <NavigationBar
        links={links}
        socialLinks={socialLinks}
        person={isDashboard ? null : <PersonEntry accountLinks={accountLinks} />}
        isDashboard={isDashboard}
      />
      <main id="main" ref={page} tabIndex={-1}>
        {isArriving ? <StalePageNotice matched={current} page={page} isAlive={isAlive} /> : null}
        {/* Routes only passes the location on: the page comes from the lock. */}
        <OwnTitle value={own}>
          <Routes location={location}>
            <Route
              path="*"
              element={current ? <Page matched={current} isArriving={isArriving} onAlive={onAlive} /> : <NotFound />}
            />
          </Routes>
        </OwnTitle>
      </main>
      {isDashboard ? <FooterLine links={links} /> : <Footer links={links} onSignUp={signUpForAlerts} />}
      <p aria-live="polite" className="visually-hidden">
        {announced}
      </p>
      <SignInOverlay />
      <Toaster />
    </>
  );
}
