import type { LocalRemote } from '@cytocomm/contract';
import { Button, ExactTime, Notice, toast } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import classes from './local-remote.module.css';
import { useStopLocalRemote } from './local-remote-api.ts';

/** The permission that this browser has, and what to do with it. */
export function Allowed({ localRemote: { remote, origin, expiresAt } }: { readonly localRemote: LocalRemote }) {
  const [stop, { isLoading }] = useStopLocalRemote();
  const end = async () => {
    const { error } = await stop();
    if (error) toast.error(`This was not stopped. ${problemMessage(error)}`);
    else toast.success('Stopped: pages that you open from now on are the portal’s own.');
  };
  return (
    <Notice tone="warning" live title={`Pages that you open load ${remote} from ${origin}.`}>
      <p>
        In this browser alone, until <ExactTime date={expiresAt} /> or until you sign out. Its code may do what you may
        do here, so let nobody else serve anything at that address. If your browser asks, let this site reach your own
        machine.
      </p>
      <div className={classes.actions}>
        <Button size="small" onClick={() => location.reload()}>
          Reload with it
        </Button>
        <Button variant="secondary" size="small" busy={isLoading} busyLabel="Stopping…" onClick={() => void end()}>
          Stop
        </Button>
      </div>
    </Notice>
  );
}
