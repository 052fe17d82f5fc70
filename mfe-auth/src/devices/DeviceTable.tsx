import { type Device, deviceName } from '@cytocomm/contract';
import { Button, type DataColumn, DataTable, RelativeTime, Tag, toast } from '@cytocomm/kit';
import { problemMessage, useLogout } from '@cytocomm/portal-api';
import { useRevokeDevice } from './device-api.ts';
import classes from './devices.module.css';

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
export function DeviceTable({ devices }: { readonly devices: readonly Device[] }) {
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
