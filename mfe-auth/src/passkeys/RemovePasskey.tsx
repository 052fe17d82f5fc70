import type { Passkey } from '@cytocomm/contract';
import { Button, Dialog, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import { useRemovePasskey } from './passkey-api.ts';

/** Properties of {@link RemovePasskey}. */
export interface RemovePasskeyProps {
  readonly passkey: Passkey;
  /** Whether the person has no other: then the recovery codes go, too. */
  readonly isLast: boolean;
}

/** Removes a passkey, after asking. */
export function RemovePasskey({ passkey: { id, name }, isLast }: RemovePasskeyProps) {
  const [asking, setAsking] = useState(false);
  const [remove, { isLoading }] = useRemovePasskey();
  const close = () => setAsking(false);
  const confirm = async () => {
    const { error } = await remove({ params: { id } });
    if (error) toast.error(problemMessage(error));
    else toast.success('Passkey removed');
    close();
  };
  return (
    <>
      <Button variant="quiet" size="small" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        Remove
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={`Remove “${name}”?`}
        size="narrow"
        actions={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button variant="danger" busy={isLoading} onClick={() => void confirm()}>
              Remove
            </Button>
          </>
        }
      >
        <p>
          It signs nobody in any more. Your device may still list it: delete it there, too.
          {isLast
            ? ' It is your only one: your recovery codes go with it, and the mailed link alone signs you in.'
            : null}
        </p>
      </Dialog>
    </>
  );
}
