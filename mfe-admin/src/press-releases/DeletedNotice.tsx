import { Button, ButtonLink, Notice } from '@cytocomm/kit';
import { useState } from 'react';
import { BIN_ADDRESS } from './bin-address.ts';
import classes from './press-releases.module.css';

/** Properties of {@link DeletedNotice}. */
export interface DeletedNoticeProps {
  /** Saves what stands in the form as a new draft. Resolves when that is done, or has failed. */
  readonly onSaveAsNew: () => Promise<void>;
}

/** Shows above an open form that its release was deleted, with the ways to keep what was written. */
export function DeletedNotice({ onSaveAsNew }: DeletedNoticeProps) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await onSaveAsNew();
    setBusy(false);
  };
  return (
    <Notice tone="warning" title="Somebody deleted this release meanwhile." live>
      <p>
        What stands here is not lost: save it as a new draft. It is for the same readers, and not mailed unless you
        choose that again. Or take the deleted one out of the bin, which keeps it for 30 days, and go on here.
      </p>
      <div className={classes.actions}>
        <Button variant="secondary" size="small" busy={busy} busyLabel="Saving..." onClick={() => void press()}>
          Save as a new draft
        </Button>
        <ButtonLink variant="quiet" size="small" to={BIN_ADDRESS}>
          Open the bin
        </ButtonLink>
      </div>
    </Notice>
  );
}
