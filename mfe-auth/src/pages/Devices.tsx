import { type Device, deviceName } from '@cytocomm/contract';
import { Button, type DataColumn, DataTable, Dialog, RelativeTime, Select, Tag, toast } from '@cytocomm/kit';
import { problemMessage, QueryFailure, useLogout } from '@cytocomm/portal-api';
import { acceptLogOutEverywhere, hasUnsavedWork, useSession } from '@cytocomm/session';
import { useState } from 'react';
import { AccountPage, LoadingRows } from '../account/AccountPage.tsx';
import { DEVICES_PAGE, useDevices, useLogOutEverywhere, useRevokeDevice } from '../account/device-api.ts';
import classes from '../devices/devices.module.css';
import { dashboardLabel, keepDefaultRole } from '../sign-in/default-role.ts';

const columns: readonly DataColumn<Device>[] = [
  {
    key: 'device',
    header: 'Device',
    rowHeader: true,
    cell: ({ userAgent, current }) => (
      <span className={classes.device} title={userAgent}>
        {deviceName(userAgent)}
        {current ? <Tag tone="teal">This device</Tag> : null}
      </span>
    ),
  },
  { key: 'createdAt', header: 'Signed in', cell: ({ createdAt }) => <RelativeTime date={createdAt} /> },
  { key: 'lastSeenAt', header: 'Last used', cell: ({ lastSeenAt }) => <RelativeTime date={lastSeenAt} /> },
  {
    key: 'actions',
    header: 'Actions',
    kind: 'actions',
    cell: (device) => (device.current ? <Logout /> : <SignOutDevice device={device} />),
  },
];

/** The devices on which a person is signed in, this one first. */
function DeviceTable({ devices }: { readonly devices: readonly Device[] }) {
  const ordered = devices.toSorted(
    (one, other) => Number(other.current) - Number(one.current) || other.lastSeenAt.localeCompare(one.lastSeenAt),
  );
  return <DataTable caption="Signed-in devices" columns={columns} rows={ordered} rowKey={({ id }) => id} />;
}

/** This device leaves as everywhere in the portal, which also tidies up here. */
function Logout() {
  const { logOut, question } = useLogout();
  return (
    <>
      <Button variant="quiet" size="small" onClick={logOut}>
        Logout
      </Button>
      {question}
    </>
  );
}

function SignOutDevice({ device }: { readonly device: Device }) {
  const [revoke, { isLoading }] = useRevokeDevice();
  const signOutThere = async () => {
    const { error } = await revoke({ params: { id: device.id } });
    if (error) toast.error(problemMessage(error));
    else toast.success('Device signed out');
  };
  return (
    <Button
      variant="quiet"
      size="small"
      busy={isLoading}
      aria-label={`Sign out ${deviceName(device.userAgent)}`}
      onClick={() => void signOutThere()}
    >
      Sign out
    </Button>
  );
}

/** Ends every session of the person, this one included, after asking. */
function LogOutEverywhere() {
  const [asking, setAsking] = useState(false);
  const [logOut, { isLoading }] = useLogOutEverywhere();

  const confirm = async () => {
    const { error } = await logOut();
    if (error) toast.error(problemMessage(error));
    else acceptLogOutEverywhere();
  };
  return (
    <>
      <Button variant="secondary" icon="logout" onClick={() => setAsking(true)}>
        Log out everywhere
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Log out everywhere?"
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
              Log out everywhere
            </Button>
          </>
        }
      >
        <p>
          Every device is signed out at once, this one included. To come back, ask for a new sign-in link.
          {hasUnsavedWork()
            ? ' There is text in this tab that is not saved, or an upload, an import or a change of several records under way; it ends.'
            : null}
        </p>
      </Dialog>
    </>
  );
}

/** Which dashboard opens at sign-in, for a person with several: one of them, or the one chosen then. */
function DefaultDashboard() {
  const roles = useSession((session) => session.roles);
  const defaultRole = useSession((session) => session.defaultRole);
  const [busy, setBusy] = useState(false);
  if (roles.length < 2) return null;

  const choose = async (chosen: string) => {
    const role = roles.find((each) => each === chosen) ?? null;
    setBusy(true);
    const failure = await keepDefaultRole(role);
    setBusy(false);
    if (failure !== null) toast.error(`Your choice could not be kept. ${failure}`);
    else
      toast.success(role === null ? 'You are asked at each sign-in' : `Signing in opens the ${dashboardLabel(role)}`);
  };
  return (
    <Select
      label="When I sign in, open"
      value={defaultRole ?? ''}
      aria-busy={busy}
      onChange={({ target }) => {
        if (!busy) void choose(target.value);
      }}
      className={classes.choice}
    >
      <option value="">Ask me each time</option>
      {roles.map((role) => (
        <option key={role} value={role}>
          {dashboardLabel(role)}
        </option>
      ))}
    </Select>
  );
}

const loading = <LoadingRows label="Loading your devices" />;

/** Where a person is signed in, and how to end it. */
export default function Devices() {
  return (
    <AccountPage
      path={DEVICES_PAGE}
      title="Signed-in devices"
      lead="Sign out a device that you have lost or no longer use."
      invitation="Sign in to see where you are signed in."
      aside={<LogOutEverywhere />}
      loading={loading}
    >
      <DeviceList />
      <DefaultDashboard />
    </AccountPage>
  );
}

function DeviceList() {
  const { data, error, isFetching, refetch } = useDevices();
  if (data) return <DeviceTable devices={data.items} />;
  if (!error) return loading;
  return (
    <QueryFailure
      title="Your devices could not be loaded."
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
