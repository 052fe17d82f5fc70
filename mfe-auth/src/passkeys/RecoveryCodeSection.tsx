import type { PasskeyList } from '@cytocomm/contract';
import { Button, Dialog, Heading, Notice, RelativeTime, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import { NewRecoveryCodes } from './NewRecoveryCodes.tsx';
import { useCreateRecoveryCodes } from './passkey-api.ts';
import classes from './security.module.css';

/** So few are left that the person is told to make new ones. */
const FEW = 3;

/** Properties of {@link RecoveryCodeSection}. */
export interface RecoveryCodeSectionProps {
  /** Null while there are none. */
  readonly codes: PasskeyList['recoveryCodes'];
}

/** How many recovery codes are left, and how to make new ones. */
export function RecoveryCodeSection({ codes }: RecoveryCodeSectionProps) {
  const [asking, setAsking] = useState(false);
  const [made, setMade] = useState<readonly string[] | null>(null);
  const [create, { isLoading }] = useCreateRecoveryCodes();

  const make = async () => {
    const { data, error } = await create();
    setAsking(false);
    if (data) setMade(data.codes);
    else toast.error(problemMessage(error));
  };
  return (
    <section aria-labelledby="recovery-codes">
      <div className={classes.opening}>
        <Heading level={2} size="title" id="recovery-codes">
          Recovery codes
        </Heading>
        <Button
          variant="secondary"
          size="small"
          busy={isLoading}
          onClick={() => (codes === null ? void make() : setAsking(true))}
        >
          {codes === null ? 'Make recovery codes' : 'Make new codes'}
        </Button>
      </div>
      {codes === null ? (
        <Notice tone="warning">You have none. Without them a lost passkey locks you out of your account.</Notice>
      ) : (
        <p className={classes.text}>
          {codes.left === 1 ? '1 code is' : `${codes.left} codes are`} left of those made{' '}
          <RelativeTime date={codes.createdAt} />. Each signs you in once in place of a passkey.
          {codes.left <= FEW ? ' Make new ones soon.' : null}
        </p>
      )}
      {made === null ? null : <NewRecoveryCodes codes={made} onKept={() => setMade(null)} />}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Make new recovery codes?"
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button busy={isLoading} onClick={() => void make()}>
              Make new codes
            </Button>
          </>
        }
      >
        <p>The codes that you kept so far do not work any more afterwards.</p>
      </Dialog>
    </section>
  );
}
