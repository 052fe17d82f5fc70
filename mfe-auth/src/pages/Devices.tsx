import { QueryFailure } from '@cytocomm/portal-api';
import { AccountPage, LoadingRows } from '../account/AccountPage.tsx';
import { DEVICES_PAGE } from '../account/addresses.ts';
import { DefaultDashboard } from '../devices/DefaultDashboard.tsx';
import { DeviceTable } from '../devices/DeviceTable.tsx';
import { useDevices } from '../devices/device-api.ts';
import { LogOutEverywhere } from '../devices/LogOutEverywhere.tsx';

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
