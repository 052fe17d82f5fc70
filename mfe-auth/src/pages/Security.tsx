import { type PasskeyList, SECURITY_PAGE } from '@cytocomm/contract';
import { ButtonLink, Notice } from '@cytocomm/kit';
import { QueryFailure } from '@cytocomm/portal-api';
import { useSession } from '@cytocomm/session';
import { useState } from 'react';
import { AccountPage, LoadingRows } from '../account/AccountPage.tsx';
import { OtherDevices } from '../devices/OtherDevices.tsx';
import { PasskeySection } from '../passkeys/PasskeySection.tsx';
import { usePasskeys } from '../passkeys/passkey-api.ts';
import { RecoveryCodeSection } from '../passkeys/RecoveryCodeSection.tsx';
import classes from '../passkeys/security.module.css';

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
  // As it was when the page opened: whoever had to come here is told when it is done.
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
