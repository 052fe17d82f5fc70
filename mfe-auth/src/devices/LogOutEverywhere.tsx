import { Button, Dialog, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { acceptLogOutEverywhere, hasUnsavedWork } from '@cytocomm/session';
import { useState } from 'react';
import { useLogOutEverywhere } from './device-api.ts';

/** Ends every session of the person, this one included, after asking. */
export function LogOutEverywhere() {
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
