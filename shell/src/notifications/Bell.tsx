import { Icon } from '@cytocomm/kit';
import { PortalApiProvider } from '@cytocomm/portal-api';
import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './bell.module.css';
import { useNewest, useNoteVisit } from './notification-api.ts';

/** How often a page that stays open notes that its reader is back, in ms; far below what ends a visit. */
const INTERVAL_MS = 5 * 60_000;

/** Notes that the person is here: with the page, and when its tab is looked at again. A note that is lost does no harm. */
function useVisit(): void {
  const [note] = useNoteVisit();
  const notedAt = useRef(Number.NEGATIVE_INFINITY);
  const noteNow = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || performance.now() - notedAt.current < INTERVAL_MS) return;
    notedAt.current = performance.now();
    void note();
  });
  useEffect(() => {
    const listener = () => noteNow();
    listener();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, []);
}

/** Properties of {@link Bell}. */
export interface BellProps {
  readonly onOpen: () => void;
}

const MOST_SHOWN = 99;

/** The button of the notifications, with how many are unread. The live connection keeps it current. */
export function Bell(props: BellProps) {
  return (
    <PortalApiProvider>
      <BellButton {...props} />
    </PortalApiProvider>
  );
}

function BellButton({ onOpen }: BellProps) {
  useVisit();
  const { data } = useNewest();
  const unread = data?.summary.unread ?? 0;
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <div data-follows-session="" className={classes.place}>
      <button
        type="button"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
        className={classes.bell}
        onClick={onOpen}
      >
        <Icon name="bell" size="small" />
        {unread === 0 ? null : <span className={classes.count}>{shown}</span>}
      </button>
    </div>
  );
}
