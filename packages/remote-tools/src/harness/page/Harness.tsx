import type { OverlayProps, PageProps, SectionProps } from '@cytocomm/contract';
import { EmptyState, Heading, Notice, Route, Routes, Toaster, useLocation } from '@cytocomm/kit';
import { PortalApiProvider } from '@cytocomm/portal-api';
import { closeSignIn, useSession } from '@cytocomm/session';
import { useMemo } from 'react';
import { ContributionList, sectionPath } from './ContributionList.tsx';
import classes from './harness.module.css';
import { RemoteComponent } from './RemoteComponent.tsx';
import { RoleSwitch } from './RoleSwitch.tsx';
import { remote } from './remote.ts';

const noProps: PageProps = {};
const { routes, sections, overlays } = remote.contributions;
type Section = (typeof sections)[number];

/** One remote alone: what it contributes to choose from, and the chosen part as the shell would show it. */
export function Harness() {
  return (
    <PortalApiProvider>
      <header className={classes.bar} data-tone="ink">
        <p className={classes.title}>
          <strong>{remote.title}</strong>
          <span className={classes.quiet}>{remote.name} · stand-alone, on made-up answers</span>
        </p>
        <RoleSwitch />
      </header>
      <div className={classes.body}>
        <ContributionList />
        <main id="main" className={classes.stage}>
          <Routes>
            {routes.map(({ path, component }) => (
              <Route key={path} path={path} element={<RemoteComponent name={component} props={noProps} />} />
            ))}
            {sections.map((section) => (
              <Route key={section.id} path={sectionPath(section.id)} element={<SectionStage section={section} />} />
            ))}
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </main>
      </div>
      <SignInOverlay />
      <Toaster />
    </PortalApiProvider>
  );
}

function SectionStage({ section }: { readonly section: Section }) {
  const roles = useSession((session) => session.roles);
  const props: SectionProps = useMemo(() => ({ activeRole: section.role, preview: false }), [section.role]);
  const shownTo = [section.role, ...section.alsoFor];
  return (
    <div className={classes.section}>
      <Heading level={1} size="headline">
        {section.label}
      </Heading>
      {roles.some((role) => shownTo.includes(role)) ? null : (
        <Notice tone="warning">The portal shows this section to {shownTo.join(', ')} only.</Notice>
      )}
      <RemoteComponent name={section.component} props={props} />
    </div>
  );
}

function Elsewhere() {
  const { pathname } = useLocation();
  return (
    <div className={classes.section}>
      {pathname === '/' ? (
        <EmptyState title="Nothing chosen.">Choose a page or a section of this remote.</EmptyState>
      ) : (
        <EmptyState title={`${pathname} is not a page of this remote.`}>
          In the portal the shell or another remote shows it.
        </EmptyState>
      )}
    </div>
  );
}

/** The sign-in overlay where this remote has one; else a word that it was asked for. */
function SignInOverlay() {
  const { open, returnTo } = useSession((session) => session.signIn);
  const props: OverlayProps = useMemo(() => ({ open, onClose: closeSignIn }), [open]);
  const overlay = overlays.find(({ slot }) => slot === 'sign-in');
  if (overlay) return <RemoteComponent name={overlay.component} props={props} />;
  if (!open) return null;
  return (
    <Notice live className={classes.asked}>
      The sign-in was asked for, to go to <code>{returnTo}</code> afterwards. Choose who is signed in at the top.
    </Notice>
  );
}
