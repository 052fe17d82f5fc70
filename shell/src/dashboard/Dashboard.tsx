import type { SectionProps } from '@cytocomm/contract';
import { useSearchParams } from '@cytocomm/kit';
import { LiveStatus, PortalApiProvider, useLogout } from '@cytocomm/portal-api';
import { chooseRole, displayName, restore, useSession } from '@cytocomm/session';
import { Suspense, useEffect, useMemo } from 'react';
import { useComposition } from '../composition/composition-context.ts';
import { linksOf } from '../composition/contributions.ts';
import { Slot } from '../composition/Slot.tsx';
import { SlotSkeleton } from '../frame/index.ts';
import { ThemeChoice } from '../theme/ThemeChoice.tsx';
import { DashboardFrame } from './DashboardFrame.tsx';
import { PreviewChoice } from './PreviewChoice.tsx';
import { PreviewMark } from './PreviewMark.tsx';
import { SessionInvitation } from './SessionInvitation.tsx';
import { dashboardOf, sectionTitle } from './sections.ts';
import { useAccessNews } from './use-access-news.ts';
import { usePreview } from './use-preview.ts';

// Every section stands on the kit's second door. It is shared because it is imported here, and loads beside the sections
// instead of after them; when it cannot be loaded, the slot of each section that needs it says so.
import('@cytocomm/kit/dashboard').catch(() => undefined);

/** The dashboard: the sections of the person's roles, each from its own remote, each in a slot of its own. */
export default function Dashboard() {
  const { lock } = useComposition();
  const { logOut, question } = useLogout();
  const [search, setSearch] = useSearchParams();
  const status = useSession((state) => state.status);
  const roles = useSession((state) => state.roles);
  const activeRole = useSession((state) => state.activeRole);
  const email = useSession((state) => state.email);
  const name = useSession(displayName);

  useEffect(() => void restore(), []);
  useAccessNews();

  const preview = usePreview(lock);
  const entries = useMemo(
    () => dashboardOf(lock, preview.role === null ? roles : [preview.role]),
    [lock, roles, preview.role],
  );
  const accountLinks = useMemo(() => linksOf(lock).filter(({ group }) => group === 'account'), [lock]);
  const sectionRole = search.get('section') ?? activeRole;
  const active = entries.find((entry) => entry.role === sectionRole) ?? entries[0];
  const role = active?.role;
  const isPreview = preview.role !== null;
  const props: SectionProps | undefined = useMemo(
    () => (role === undefined ? undefined : { activeRole: role, preview: isPreview }),
    [role, isPreview],
  );

  const select = (value: string) => {
    const entry = entries.find((candidate) => candidate.role === value);
    if (!entry || isPreview) return;
    chooseRole(entry.role);
    setSearch({ section: entry.role });
    // A screen reader takes another section for another page.
    window.scrollTo(0, 0);
  };

  return (
    <DashboardFrame
      name={name}
      entries={status === 'signed-in' ? entries.map(({ role: id, label }) => ({ id, label })) : []}
      active={role}
      onSelect={select}
      accountLinks={accountLinks}
      onLogout={status === 'signed-in' ? logOut : undefined}
      status={status === 'signed-in' ? <LiveStatus /> : null}
      tools={
        status === 'signed-in' ? (
          <>
            <PreviewChoice {...preview} />
            <ThemeChoice />
          </>
        ) : null
      }
      mark={preview.role === null ? null : <PreviewMark role={preview.role} onEnd={() => preview.choose(null)} />}
    >
      {status !== 'signed-in' || !props || !active ? (
        <SessionInvitation />
      ) : preview.settled ? (
        // A new person must not see the forms of the one before.
        <PortalApiProvider key={email}>
          {active.sections.map(({ release, contribution }) => (
            // A section that suspends must not hide the others.
            <Suspense key={contribution.id} fallback={<SlotSkeleton />}>
              <Slot
                remote={release}
                component={contribution.component}
                props={props}
                title={sectionTitle(contribution)}
              />
            </Suspense>
          ))}
        </PortalApiProvider>
      ) : null}
      {question}
    </DashboardFrame>
  );
}
