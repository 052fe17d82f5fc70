import type { OverlayProps, PageProps, SectionProps, User } from '@cytocomm/contract';
import { EmptyState, Heading, Notice, Route, Routes, Toaster, useLocation } from '@cytocomm/kit';
import { PortalApiProvider } from '@cytocomm/portal-api';
import { closeSignIn, useSession } from '@cytocomm/session';
import { peopleFor, switchTo } from '@cytocomm/test-kit/browser';
import { useMemo, useState } from 'react';
import { ContributionList, sectionPath } from './ContributionList.tsx';
import classes from './harness.module.css';
import { RemoteComponent } from './RemoteComponent.tsx';
import { remote } from './remote.ts';

const people = peopleFor(remote);

/** Who is signed in: no one, or a person of the demo data. */
function RoleSwitch() {
  const status = useSession((session) => session.status);
  const email = useSession((session) => session.email);
  const [failure, setFailure] = useState<string | null>(null);
  const present = status === 'signed-in' ? email : null;

  const choose = (person: User | null) => {
    setFailure(null);
    switchTo(person).catch((error: unknown) => setFailure(String(error)));
  };

  return (
    <fieldset className={classes.roles}>
      <legend className="visually-hidden">Who is signed in</legend>
      <label className={classes.role}>
        <input type="radio" name="person" checked={present === null} onChange={() => choose(null)} />
        <span>signed out</span>
      </label>
      {people.map((person) => (
        <label key={person.email} className={classes.role}>
          <input type="radio" name="person" checked={present === person.email} onChange={() => choose(person)} />
          <span>{person.roles.join(' + ') || 'no role'}</span>
        </label>
      ))}
      {failure ? <span role="alert">{failure}</span> : null}
    </fieldset>
  );
}

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
            {routes.map(({ path, component, below }) => (
              <Route
                key={path}
                path={below ? `${path}/*` : path}
                element={<RemoteComponent name={component} props={noProps} />}
              />
            ))}
            {sections.map((section) => {
              const path = sectionPath(section.id);
              const element = <SectionStage sections={[section]} path={path} />;
              return <Route key={section.id} path={`${path}/*`} element={element} />;
            })}
            {toolPaths.map((path) => (
              <Route
                key={path}
                path={`${path}/*`}
                element={
                  <SectionStage sections={sections.filter((section) => toolPath(section) === path)} path={path} />
                }
              />
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

/** Returns the address in the portal of the tool on whose page a section stands, or of the overview of its role. */
function toolPath({ role, tool }: Section): string {
  return ['/dashboard', role, ...(tool === undefined ? [] : [tool.path])].join('/');
}

// A link from one tool to another finds it here, too.
const toolPaths = [...new Set(sections.map(toolPath))];

/** Sections as they stand together on the page at a path. */
function SectionStage({ sections: shown, path }: { readonly sections: readonly Section[]; readonly path: string }) {
  const { pathname } = useLocation();
  const rest = pathname.slice(path.length + 1);
  const [first] = shown;
  return (
    <div className={classes.section}>
      <Heading level={1} size="headline">
        {first?.label}
      </Heading>
      {first?.tool ? <h2>{first.tool.title}</h2> : null}
      {shown.map((section) => (
        <StagedSection key={section.id} section={section} path={path} rest={rest} />
      ))}
    </div>
  );
}

interface StagedSectionProps {
  readonly section: Section;
  readonly path: string;
  readonly rest: string;
}

function StagedSection({ section, path, rest }: StagedSectionProps) {
  const roles = useSession((session) => session.roles);
  const props: SectionProps = useMemo(
    () => ({ activeRole: section.role, preview: false, place: { path, rest } }),
    [section.role, path, rest],
  );
  const shownTo = [section.role, ...section.alsoFor];
  return (
    <>
      {roles.some((role) => shownTo.includes(role)) ? null : (
        <Notice tone="warning">The portal shows this section to {shownTo.join(', ')} only.</Notice>
      )}
      <RemoteComponent name={section.component} props={props} />
    </>
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
