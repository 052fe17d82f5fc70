import { Notice, useNavigate } from '@cytocomm/kit';
import { LiveStatus, PortalApiProvider, useLogout } from '@cytocomm/portal-api';
import { displayName, restore, useSession } from '@cytocomm/session';
import { useEffect, useMemo } from 'react';
import { WorkspaceBar } from '../bar/WorkspaceBar.tsx';
import { useComposition } from '../composition/composition-context.ts';
import { linksOf } from '../composition/contributions.ts';
import { WhatIsNewRoom } from '../overview/WhatIsNewRoom.tsx';
import { useOwnTitle } from '../routing/page-title.ts';
import { ThemeChoice } from '../theme/ThemeChoice.tsx';
import { dashboardAddress } from './addresses.ts';
import classes from './DashboardFrame.module.css';
import { DashboardFrame } from './DashboardFrame.tsx';
import { Opening } from './Opening.tsx';
import { PasskeyNeeded } from './PasskeyNeeded.tsx';
import { PreviewChoice } from './PreviewChoice.tsx';
import { PreviewMark } from './PreviewMark.tsx';
import { Rail, type RailPlace } from './Rail.tsx';
import { SessionInvitation } from './SessionInvitation.tsx';
import { ShownSections } from './ShownSections.tsx';
import type { ShownPlace } from './shown-place.ts';
import { useAccessNews } from './use-access-news.ts';
import { useNamedPart } from './use-named-part.ts';
import { usePreview } from './use-preview.ts';
import { useShownPlace } from './use-shown-place.ts';

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
