import type { Role, SectionProps } from '@cytocomm/contract';
import { classNames, Notice, toast, useNavigate } from '@cytocomm/kit';
import { LiveStatus, PortalApiProvider, useLogout } from '@cytocomm/portal-api';
import { displayName, restore, roleLabel, useSession } from '@cytocomm/session';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { ThemeChoice } from '../bar/preferences.tsx';
import { WorkspaceBar } from '../bar/WorkspaceBar.tsx';
import { linksOf, useComposition } from '../composition/composition.ts';
import { Slot } from '../composition/Slot.tsx';
import { SlotSkeleton } from '../frame/index.ts';
import { Overview } from '../overview/Overview.tsx';
import { PAGE_CONTENT, useOwnTitle } from '../routing/page-change.ts';
import { dashboardAddress } from './addresses.ts';
import classes from './DashboardFrame.module.css';
import { Opening } from './Opening.tsx';
import { PreviewChoice, PreviewMark, usePreview } from './preview.tsx';
import { Rail, type RailPlace } from './Rail.tsx';
import { PasskeyNeeded, SessionInvitation } from './SessionInvitation.tsx';
import { sectionTitle } from './sections.ts';
import { type ShownPlace, useShownPlace } from './shown-place.ts';

/** Properties of {@link ShownSections}. */
interface ShownSectionsProps {
  readonly shown: ShownPlace;
  readonly isPreview: boolean;
  /** Receives the name of the record open below the tool. */
  readonly nameOpened: (name: string | null) => void;
}

/** The sections of the current tool or overview, each in a slot of its own. */
function ShownSections({ shown, isPreview, nameOpened }: ShownSectionsProps) {
  const { entry, tool, path, rest } = shown;
  const props: SectionProps = useMemo(
    () => ({ activeRole: entry.role, preview: isPreview, place: { path, rest, nameOpened } }),
    [entry.role, isPreview, path, rest, nameOpened],
  );
  const sections = tool ? tool.sections : entry.overview;
  return (
    <div key={path} {...PAGE_CONTENT}>
      {sections.map(({ release, contribution }) => (
        // A section that suspends must not hide the others.
        <div key={contribution.id} className={classes.block}>
          <Suspense fallback={<SlotSkeleton />}>
            <Slot
              remote={release}
              component={contribution.component}
              props={props}
              title={sectionTitle(contribution)}
            />
          </Suspense>
        </div>
      ))}
    </div>
  );
}

/** Properties of {@link DashboardFrame}. */
interface DashboardFrameProps {
  /** The navigation; null without one, `awaited` while the session loads: its space is reserved. */
  readonly rail: ReactNode;
  /** Above everything else, and always in view. */
  readonly mark?: ReactNode;
  /** The first line. */
  readonly opening: ReactNode;
  readonly children: ReactNode;
}

/** The layout of the dashboard: the rail beside the content. */
function DashboardFrame({ rail, mark, opening, children }: DashboardFrameProps) {
  return (
    <div data-page="wide" className={classNames(classes.frame, rail !== null && classes.withRail)}>
      {rail === 'awaited' ? <div className={classes.railRoom} /> : rail}
      <div className={classes.content}>
        {mark}
        {opening}
        {children}
      </div>
    </div>
  );
}

const listOf = (roles: readonly Role[]): string => roles.map(roleLabel).join(', ');

/** Notifies a person whose roles were changed elsewhere: the rail changes at once. */
function useAccessNews(): void {
  useEffect(
    () =>
      useSession.subscribe((now, before) => {
        const stayed = now.status === 'signed-in' && before.status === 'signed-in' && now.email === before.email;
        if (!stayed) return;
        const lost = before.roles.filter((role) => !now.roles.includes(role));
        const gained = now.roles.filter((role) => !before.roles.includes(role));
        if (lost.length > 0) toast.error(`Your access has changed. You no longer have: ${listOf(lost)}`);
        if (gained.length > 0) toast.success(`Your access has changed. You now have: ${listOf(gained)}`);
      }),
    [],
  );
}

/** Returns the name that a section gives to the record open below its tool, and its setter. A name belongs to one address. */
function useNamedPart(shown: ShownPlace | undefined) {
  const at = shown ? `${shown.path}/${shown.rest}` : '';
  const [opened, setOpened] = useState<{ readonly at: string; readonly name: string } | null>(null);
  const nameOpened = useCallback(
    (name: string | null) =>
      setOpened((before) => {
        if (name !== null && name.trim() !== '') return { at, name };
        return before?.at === at ? null : before;
      }),
    [at],
  );
  const name = opened?.at === at && shown?.rest !== '' ? opened.name : undefined;
  return { name, nameOpened };
}

// Every section stands on the kit's second door. It is shared because it is imported here, and loads beside the sections
// instead of after them; when it cannot be loaded, the slot of each section that needs it says so.
import('@cytocomm/kit/dashboard').catch(() => undefined);

const OVERVIEW = 'Overview';

/** Returns the pages of the current role, its overview first; their links carry `query`. */
function placesOf({ entry: { role, tools }, tool }: ShownPlace, query: string): RailPlace[] {
  return [
    { to: dashboardAddress(role) + query, title: OVERVIEW, isCurrent: tool === undefined },
    ...tools.map(({ path, title }) => ({
      to: dashboardAddress(role, path) + query,
      title,
      isCurrent: path === tool?.path,
    })),
  ];
}

/** Returns the name of the record that is created, edited or open below a tool; `opened` is the section's name for it. */
function partOf({ tool, rest }: ShownPlace, opened: string | undefined): string | undefined {
  if (rest === 'new') return tool?.newTitle ?? 'New';
  if (opened !== undefined) return opened;
  return rest.endsWith('/edit') ? 'Edit' : undefined;
}

/** Returns the title of the tab. */
function titleOf(shown: ShownPlace, opened: string | undefined): string {
  const { entry, tool, rest } = shown;
  const title = tool?.title ?? OVERVIEW;
  if (rest === 'new' && tool?.newTitle !== undefined) return `${tool.newTitle} · ${entry.label}`;
  const part = partOf(shown, opened);
  return `${part === undefined ? '' : `${part} · `}${title} · ${entry.label}`;
}

/** The dashboard at the current address, among those of the person's roles. */
export default function Dashboard() {
  const { lock } = useComposition();
  const { logOut, question } = useLogout();
  const navigate = useNavigate();
  const status = useSession((state) => state.status);
  const email = useSession((state) => state.email);
  const name = useSession(displayName);

  useEffect(() => void restore(), []);
  useAccessNews();

  const preview = usePreview(lock);
  const { entries, shown } = useShownPlace(lock, preview);
  const accountLinks = useMemo(() => linksOf(lock).filter(({ group }) => group === 'account'), [lock]);
  const passkeyNeeded = useSession((state) => state.passkeyNeeded);
  // Without a required passkey the server refuses the calls of a dashboard.
  const isSignedIn = status === 'signed-in' && !passkeyNeeded;
  const isAwaited = status === 'unknown' || status === 'restoring';
  const opened = useNamedPart(shown);
  useOwnTitle(shown ? titleOf(shown, opened.name) : null);

  const rail = isSignedIn ? (
    <Rail
      entries={entries.map(({ role, label }) => ({ id: role, label }))}
      active={shown?.entry.role}
      places={shown ? placesOf(shown, preview.query) : []}
      onSelect={(role) => navigate(dashboardAddress(role) + preview.query)}
      accountLinks={accountLinks}
      onLogout={logOut}
      bar={
        <WorkspaceBar
          lock={lock}
          entries={entries}
          role={shown?.entry.role}
          accountLinks={accountLinks}
          preview={preview.query}
          onLogout={logOut}
        />
      }
    >
      {(onChosen) => (
        <>
          <PreviewChoice {...preview} onChosen={onChosen} />
          <ThemeChoice />
        </>
      )}
    </Rail>
  ) : null;
  const tool = shown?.tool && {
    role: shown.entry.label,
    overview: dashboardAddress(shown.entry.role) + preview.query,
    title: shown.tool.title,
    to: shown.rest === '' ? undefined : shown.path + preview.query,
    part: partOf(shown, opened.name),
  };

  return (
    <DashboardFrame
      rail={isAwaited ? 'awaited' : rail}
      mark={preview.role === null ? null : <PreviewMark role={preview.role} onEnd={() => preview.choose(null)} />}
      opening={<Opening name={isAwaited ? undefined : name} tool={tool} status={isSignedIn ? <LiveStatus /> : null} />}
    >
      {passkeyNeeded ? (
        <PasskeyNeeded onLogout={logOut} />
      ) : !isSignedIn || !shown ? (
        <SessionInvitation />
      ) : preview.settled ? (
        // Another person must not see the forms of the previous one.
        <PortalApiProvider key={email}>
          {shown.refusal === null ? null : (
            <Notice tone="warning" live className={classes.refusal}>
              {shown.refusal}
            </Notice>
          )}
          {shown.tool === undefined && preview.role === null ? (
            <Overview {...{ lock, entries, accountLinks }} role={shown.entry.role} preview="" />
          ) : null}
          <ShownSections shown={shown} isPreview={preview.role !== null} nameOpened={opened.nameOpened} />
        </PortalApiProvider>
      ) : null}
      {question}
    </DashboardFrame>
  );
}
