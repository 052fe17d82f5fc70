import { Button, ErrorState, Notice, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { openSignIn, restore, useSession } from '@cytocomm/session';

/** What stands in the dashboard while nobody is known to be signed in, and why. */
export function SessionInvitation() {
  const { status, ended, failure, roles } = useSession();
  if (failure) return <ErrorState title={failure} onRetry={() => void restore()} />;
  if (status === 'signed-in' && roles.length === 0)
    return <Notice tone="warning">No roles assigned. Contact administrator.</Notice>;
  if (status !== 'signed-out')
    return (
      <SkeletonGroup label="Checking who is signed in">
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </SkeletonGroup>
    );
  return (
    <>
      {ended ? <Notice tone="warning">{ended}</Notice> : null}
      <p>Sign in with your approved e-mail address to see your dashboard.</p>
      <Button onClick={() => openSignIn({ returnTo: '/dashboard' })}>Sign in</Button>
    </>
  );
}
