import { type LocalRemote, stopLocalRemote } from '@cytocomm/contract';
import { sendPlain } from '@cytocomm/http';
import { Button } from '@cytocomm/kit';
import { useEffect, useState } from 'react';
import classes from './LocalRemoteBanner.module.css';

/** Properties of {@link LocalRemoteBanner}. */
export interface LocalRemoteBannerProps {
  readonly local: LocalRemote;
  /** Why the page has its own remote instead. */
  readonly trouble: string | undefined;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Whether a time is over, also when that happens while somebody looks. */
function useIsOver(time: string): boolean {
  const [isOver, setOver] = useState(() => Date.parse(time) <= Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Date.parse(time) - Date.now());
    return () => clearTimeout(timer);
  }, [time]);
  return isOver;
}

/** Shows for as long as the page is open that a part of it comes from the own machine, and ends that. */
export function LocalRemoteBanner({ local: { remote, origin, expiresAt }, trouble }: LocalRemoteBannerProps) {
  const [failure, setFailure] = useState('');
  const [isStopping, setStopping] = useState(false);
  const isOver = useIsOver(expiresAt);

  const stop = async () => {
    setStopping(true);
    const { error } = await sendPlain(stopLocalRemote);
    if (!error) return location.reload();
    setStopping(false);
    setFailure(`This was not stopped. ${error.detail}`);
  };
  const told = failure || (isOver ? 'The permission is over. Reload to see the portal’s own.' : trouble);
  return (
    <section aria-label="Loaded from your own machine" data-tone="ink" className={classes.banner}>
      <div className={classes.words}>
        {trouble === undefined ? (
          <p>
            <strong>{remote}</strong> is loaded from <code>{origin}</code>, for you alone, until{' '}
            {clock.format(new Date(expiresAt))}.
          </p>
        ) : (
          <p>
            <strong>{remote}</strong> is not loaded from your own machine.
          </p>
        )}
        {told ? (
          <p role="alert" className={classes.trouble}>
            {told}
            {trouble !== undefined && told === trouble ? ' Until then this page has the portal’s own.' : ''}
          </p>
        ) : null}
      </div>
      <div className={classes.actions}>
        {told ? (
          <Button variant="on-dark" size="small" onClick={() => location.reload()}>
            Reload
          </Button>
        ) : null}
        <Button variant="on-dark" size="small" busy={isStopping} busyLabel="Stopping…" onClick={() => void stop()}>
          Stop
        </Button>
      </div>
    </section>
  );
}
