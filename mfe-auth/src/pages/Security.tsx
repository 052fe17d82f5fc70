import { type PasskeyList, SECURITY_PAGE } from '@cytocomm/contract';
import { Button, ButtonLink, Heading, Link, Notice, toast } from '@cytocomm/kit';
import { problemMessage, QueryFailure } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { useState } from 'react';
import { AccountPage, LoadingRows } from '../account/AccountPage.tsx';
import { DEVICES_PAGE, useDevices, useRevokeDevice } from '../account/device-api.ts';
import { PasskeySection } from '../passkeys/PasskeySection.tsx';
import { usePasskeys } from '../passkeys/passkey-api.ts';
import { RecoveryCodeSection } from '../passkeys/RecoveryCodeSection.tsx';
import classes from '../passkeys/security.module.css';

/** On how many other devices the person is signed in, and how to sign out of all of them. */
function OtherDevices() {
  const { data, error, isFetching, refetch } = useDevices();
  const [revoke] = useRevokeDevice();
  const [busy, setBusy] = useState(false);
  const others = data?.items.filter(({ current }) => !current) ?? [];

  const signOutThere = async () => {
    setBusy(true);
    for (const { id } of others) {
      const { error: refused } = await revoke({ params: { id } });
      // 404: somebody was faster.
      if (refused && !('status' in refused && refused.status === 404)) {
        toast.error(problemMessage(refused));
        setBusy(false);
        return;
      }
    }
    setBusy(false);
    toast.success('Signed out on all other devices');
  };
  return (
    <section aria-labelledby="other-devices">
      <div className={classes.opening}>
        <Heading level={2} size="title" id="other-devices">
          Other devices
        </Heading>
        {others.length > 0 ? (
          <Button variant="secondary" size="small" icon="logout" busy={busy} onClick={() => void signOutThere()}>
            Sign out all other devices
          </Button>
        ) : null}
      </div>
      {error && !data ? (
        <QueryFailure
          title="Your devices could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <p className={classes.text}>
          {!data
            ? 'One moment...'
            : others.length === 0
              ? 'You are signed in on this device only.'
              : `You are signed in on ${others.length === 1 ? 'one other device' : `${others.length} other devices`}.`}{' '}
          <Link to={DEVICES_PAGE}>Signed-in devices</Link>
        </p>
      )}
    </section>
  );
}

const loading = <LoadingRows label="Loading your passkeys" />;

/** What a person signs in by: passkeys, recovery codes, and where else they are signed in. */
export default function Security() {
  return (
    <AccountPage
      path={SECURITY_PAGE}
      title="Security"
      lead="With a passkey, a sign-in link alone opens nothing: your device asks for its PIN, finger or face, too."
      invitation="Sign in to see and change your passkeys."
      loading={loading}
    >
      <Factors />
    </AccountPage>
  );
}

function Factors() {
  const { data, error, isFetching, refetch } = usePasskeys();
  // As it was when the page opened: a person who was sent here is told when it is done.
  const [lacked] = useState(() => useSession.getState().passkeyNeeded);
  if (!data && !error) return loading;
  if (!data)
    return (
      <QueryFailure
        title="Your passkeys could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <div className={classes.sections}>
      <Demand list={data} lacked={lacked} />
      <PasskeySection list={data} />
      {data.items.length > 0 ? <RecoveryCodeSection codes={data.recoveryCodes} /> : null}
      <OtherDevices />
    </div>
  );
}

/** What a role demands, until it is done; then the way on. */
function Demand({ list, lacked }: { readonly list: PasskeyList; readonly lacked: boolean }) {
  const passkeyNeeded = useSession((session) => session.passkeyNeeded);
  if (!list.needed) return null;
  if (list.items.length === 0)
    return (
      <Notice tone="warning" title="Your role demands a passkey.">
        <p>Add one below. Until then nothing else of the portal opens for you.</p>
      </Notice>
    );
  if (!lacked || passkeyNeeded) return null;
  return (
    <Notice tone="success" title="You have the passkey that your role demands." live>
      <p>Make recovery codes before you go on: they let you in when the passkey is lost.</p>
      <ButtonLink to="/dashboard" size="small" className={classes.onward}>
        Go to the dashboard
      </ButtonLink>
    </Notice>
  );
}
