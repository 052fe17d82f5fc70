import { Button, TextField, toast } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { problemMessage } from '@cytocomm/portal-api';
import { useCalendarLink, useSubscribe, useUnsubscribe } from '../events/event-api.ts';
import classes from './subscription.module.css';

/** A private address of the calendar for a calendar program; a new one or Revoke makes the old one useless. */
export function Subscription() {
  const { data: link, error: unknown } = useCalendarLink();
  const [subscribe, making] = useSubscribe();
  const [unsubscribe, revoking] = useUnsubscribe();
  const url = link?.url ?? null;

  const make = async () => {
    const { error } = await subscribe();
    if (error) toast.error(`No address was made. ${problemMessage(error)}`);
  };
  const revoke = async () => {
    const { error } = await unsubscribe();
    if (error) toast.error(`The address was not revoked. ${problemMessage(error)}`);
    else toast.success('Calendar address revoked');
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
    <Panel title="In your own calendar">
      <p className={classes.words}>
        Subscribe to the dates that you may see by a private address. Whoever has it can read them, so keep it to
        yourself; a new one makes the one before useless.
      </p>
      {unknown ? <p role="alert">Whether you have an address could not be read. {problemMessage(unknown)}</p> : null}
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
        {url === null ? null : (
          <Button variant="quiet" size="small" busy={revoking.isLoading} onClick={() => void revoke()}>
            Revoke
          </Button>
        )}
      </div>
    </Panel>
  );
}
