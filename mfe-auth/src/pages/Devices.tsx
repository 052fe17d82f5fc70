import { Band, Button, ErrorState, Heading, Icon, Link, Notice, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { PortalApiProvider, QueryFailure } from '@cytocomm/portal-api';
import { openSignIn, restore, useSession } from '@cytocomm/session';
import { useEffect } from 'react';
import { DefaultDashboard } from '../devices/DefaultDashboard.tsx';
import { DeviceTable } from '../devices/DeviceTable.tsx';
import { useDevices } from '../devices/device-api.ts';
import classes from '../devices/devices.module.css';
import { LogOutEverywhere } from '../devices/LogOutEverywhere.tsx';

/** Where a person is signed in, and how to end it. */
export default function Devices() {
  const status = useSession((session) => session.status);
  const failure = useSession((session) => session.failure);
  useEffect(() => void restore(), []);

  return (
    <Band spacing="compact">
      <div className={classes.head}>
        <div>
          {status === 'signed-in' ? (
            <Link to="/dashboard" className={classes.back}>
              <Icon name="chevron-left" size="small" />
              Dashboard
            </Link>
          ) : null}
          <Heading level={1} size="headline">
            Signed-in devices
          </Heading>
          <p className={classes.lead}>Sign out a device that you have lost or no longer use.</p>
        </div>
        {status === 'signed-in' ? (
          <PortalApiProvider>
            <LogOutEverywhere />
          </PortalApiProvider>
        ) : null}
      </div>
      {status === 'signed-in' ? (
        <PortalApiProvider>
          <DeviceList />
          <DefaultDashboard />
        </PortalApiProvider>
      ) : status === 'signed-out' ? (
        <Invitation />
      ) : failure ? (
        <ErrorState title={failure} onRetry={() => void restore()} />
      ) : (
        <Loading />
      )}
    </Band>
  );
}

function DeviceList() {
  const { data, error, isFetching, refetch } = useDevices();
  if (data) return <DeviceTable devices={data.items} />;
  if (!error) return <Loading />;
  return (
    <QueryFailure
      title="Your devices could not be loaded."
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}

function Loading() {
  return (
    <SkeletonGroup label="Loading your devices" className={classes.rows}>
      <Skeleton lines={1} />
      <Skeleton lines={1} />
      <Skeleton lines={1} />
    </SkeletonGroup>
  );
}

function Invitation() {
  const ended = useSession((session) => session.ended);
  return (
    <div className={classes.invitation}>
      {ended ? <Notice live>{ended}</Notice> : null}
      <p>Sign in to see where you are signed in.</p>
      <Button onClick={() => openSignIn({ returnTo: '/account/devices' })}>Sign in</Button>
    </div>
  );
}
