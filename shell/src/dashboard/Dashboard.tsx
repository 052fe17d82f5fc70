import type { Role, SectionProps } from '@cytocomm/contract';
import { classNames, Notice, Select, toast, useNavigate } from '@cytocomm/kit';
import { LiveStatus, PortalApiProvider, useLogout } from '@cytocomm/portal-api';
import { displayName, restore, roleLabel, useSession } from '@cytocomm/session';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { WorkspaceBar } from '../bar/WorkspaceBar.tsx';
import { useComposition } from '../composition/composition-context.ts';
import { linksOf } from '../composition/contributions.ts';
import { Slot } from '../composition/Slot.tsx';
import { SlotSkeleton } from '../frame/index.ts';
import { WhatIsNewRoom } from '../overview/WhatIsNewRoom.tsx';
import { useOwnTitle } from '../routing/page-title.ts';
import { PAGE_CONTENT } from '../routing/use-page-change.ts';
import { ThemeChoice } from '../theme/ThemeChoice.tsx';
import { dashboardAddress } from './addresses.ts';
import classes from './DashboardFrame.module.css';
import { Opening } from './Opening.tsx';
import { PasskeyNeeded } from './PasskeyNeeded.tsx';
import { PreviewMark } from './PreviewMark.tsx';
import { Rail, type RailPlace } from './Rail.tsx';
import { SessionInvitation } from './SessionInvitation.tsx';
import { sectionTitle } from './sections.ts';
import type { ShownPlace } from './shown-place.ts';
import { type Preview, usePreview } from './use-preview.ts';
import { useShownPlace } from './use-shown-place.ts';

/** Properties of {@link ShownSections}. */
interface ShownSectionsProps {
  readonly shown: ShownPlace;
  readonly isPreview: boolean;
  /** Takes the name of what is open below the tool. */
  readonly nameOpened: (name: string | null) => void;
}

/** The sections of the tool or overview that is shown, each from its own remote, in a slot of its own. */
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

/** Properties of {@link PreviewChoice}. */
interface PreviewChoiceProps extends Preview {
  /** Called when a role was chosen, or none. */
  readonly onChosen: () => void;
}

/** Lets an admin choose the role whose dashboard is previewed; nothing for others. */
function PreviewChoice({ role, choices, choose, onChosen }: PreviewChoiceProps) {
  if (choices.length === 0) return null;
  return (
    <Select
      label="Preview as role"
      value={role ?? ''}
      onChange={({ target }) => {
        onChosen();
        choose(choices.find((choice) => choice === target.value) ?? null);
      }}
    >
      <option value="">Off</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {roleLabel(choice)}
        </option>
      ))}
    </Select>
  );
}

/** Properties of {@link DashboardFrame}. */
interface DashboardFrameProps {
  /** The way through the dashboard; null without one, `awaited` while nobody knows: its room is kept then. */
  readonly rail: ReactNode;
  /** Above everything else, and in view for as long as it is given. */
  readonly mark?: ReactNode;
  /** The first line. */
  readonly opening: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the dashboard: the rail, and a place for what is shown. */
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

/** Notifies people that their roles were changed elsewhere, because the rail changes at once. */
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

/** Returns the name that a section gives to what is open below its tool, and what takes it. A name is of one address alone. */
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

/** Returns the pages of the role that is shown, its overview first; `query` is what their links carry. */
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

/** Returns the name of what is begun, edited or open below a tool; `opened` is what its section calls it. */
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

/** The dashboard: what its address asks for, of the dashboards of the person's roles. */
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
  // Until a demanded passkey is there, the server answers nothing that a dashboard asks.
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
        // A new person must not see the forms of the one before.
        <PortalApiProvider key={email}>
          {shown.refusal === null ? null : (
            <Notice tone="warning" live className={classes.refusal}>
              {shown.refusal}
            </Notice>
          )}
          {shown.tool === undefined && preview.role === null ? (
            <WhatIsNewRoom {...{ lock, entries, accountLinks }} role={shown.entry.role} preview="" />
          ) : null}
          <ShownSections shown={shown} isPreview={preview.role !== null} nameOpened={opened.nameOpened} />
        </PortalApiProvider>
      ) : null}
      {question}
    </DashboardFrame>
  );
}
