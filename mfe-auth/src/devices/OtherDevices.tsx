import { Button, Heading, Link, toast } from '@cytocomm/kit';
import { problemMessage, QueryFailure } from '@cytocomm/portal-api';
import { useState } from 'react';
import { DEVICES_PAGE } from '../account/addresses.ts';
import classes from '../passkeys/security.module.css';
import { useDevices, useRevokeDevice } from './device-api.ts';

/** On how many other devices the person is signed in, and how to sign out of all of them. */
export function OtherDevices() {
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
