import { Button, TextField, toast } from '@cytocomm/kit';
import { isApiProblem, problemMessage } from '@cytocomm/portal-api';
import { useState } from 'react';
import classes from './calendar.module.css';
import { useInvestorSubscribeMutation, useInvestorUnsubscribeMutation } from './event-api.ts';

/** A private address of the calendar for a calendar program; a new one or Revoke makes the old one useless. */
export function Subscription() {
  const [url, setUrl] = useState<string | null>(null);
  const [subscribe, making] = useInvestorSubscribeMutation();
  const [unsubscribe, revoking] = useInvestorUnsubscribeMutation();

  const make = async () => {
    const { data, error } = await subscribe();
    if (data) setUrl(data.url);
    else toast.error(`No address was made. ${problemMessage(error)}`);
  };
  const revoke = async () => {
    const { error } = await unsubscribe();
    const none = isApiProblem(error) && error.status === 404;
    if (error && !none) {
      toast.error(`The address was not revoked. ${problemMessage(error)}`);
      return;
    }
    setUrl(null);
    toast.success(none ? 'There was no address to revoke' : 'Calendar address revoked');
  };
  const copy = async (address: string) => {
    try {
      await navigator.clipboard.writeText(address);
      toast.success('Address copied');
    } catch {
      toast.error('The browser did not allow copying. Select the address and copy it by hand.');
    }
  };

  return (
    <div className={classes.subscription}>
      <h4>In your own calendar</h4>
      <p>
        Subscribe to these dates by a private address. Whoever has it can read the dates, so keep it to yourself; a new
        one makes the one before useless.
      </p>
      {url === null ? null : (
        <div className={classes.address}>
          <TextField label="Private calendar address" readOnly value={url} onFocus={(event) => event.target.select()} />
          <Button variant="secondary" icon="copy" onClick={() => void copy(url)}>
            Copy
          </Button>
        </div>
      )}
      <div className={classes.actions}>
        <Button variant="secondary" size="small" icon="link" busy={making.isLoading} onClick={() => void make()}>
          {url === null ? 'Make a private address' : 'Make a new one'}
        </Button>
        <Button variant="quiet" size="small" busy={revoking.isLoading} onClick={() => void revoke()}>
          Revoke
        </Button>
      </div>
    </div>
  );
}
