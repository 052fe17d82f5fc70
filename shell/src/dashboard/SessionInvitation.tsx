import { addresseeOf, SECURITY_PAGE } from '@cytocomm/contract';
import { Button, ButtonLink, ErrorState, Notice, Skeleton, SkeletonGroup, useLocation } from '@cytocomm/kit';
import { hasDrafts, openSignIn, restore, useSession } from '@cytocomm/session';
import { useEffect } from 'react';
import classes from './SessionInvitation.module.css';

/** Shown in place of every dashboard to a person whose role demands a passkey that they have not added. */
export function PasskeyNeeded({ onLogout }: { readonly onLogout: () => void }) {
  return (
    <div className={classes.invitation}>
      <Notice tone="warning" title="Your role demands a passkey." live>
        <p>Set one up first: until then nothing of the dashboard opens for you.</p>
      </Notice>
      <ButtonLink to={SECURITY_PAGE}>Set up a passkey</ButtonLink>
      <Button variant="quiet" onClick={onLogout}>
        Logout
      </Button>
    </div>
  );
}

/** Shown in the dashboard while the session loads, and when there is none, with the reason. */
export function SessionInvitation() {
  const { status, ended, failure, roles } = useSession();
  const { pathname, search, hash } = useLocation();
  // The person may have scrolled down; the notice is at the top.
  useEffect(() => {
    if (ended !== null) window.scrollTo(0, 0);
  }, [ended]);
  if (failure) return <ErrorState title={failure} onRetry={() => void restore()} />;
  if (status === 'signed-in' && roles.length === 0)
    return (
      <div className={classes.invitation}>
        <Notice tone="warning" live>
          No roles assigned. Contact administrator.
        </Notice>
        <ButtonLink to="/contact">Contact the administrator</ButtonLink>
      </div>
    );
  if (status !== 'signed-out')
    return (
      <SkeletonGroup label="Checking who is signed in">
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </SkeletonGroup>
    );
  const email = addresseeOf(hash);
  const returnTo = pathname + search + (email === undefined ? hash : '');
  return (
    <div className={classes.invitation}>
      {ended ? (
        <Notice tone="warning" live>
          {ended}
          {hasDrafts() ? ' The text that you had not saved waits in this tab until you are back.' : null}
        </Notice>
      ) : null}
      <p className={classes.lead}>Sign in with {email ?? 'your approved e-mail address'} to see your dashboard.</p>
      <Button onClick={() => openSignIn({ returnTo, email })}>Sign in</Button>
    </div>
  );
}
