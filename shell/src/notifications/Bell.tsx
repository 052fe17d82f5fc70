import { listNotifications, markNotificationsRead, noteVisit } from '@cytocomm/contract';
import { Icon } from '@cytocomm/kit';
import { endpoint, mutation, PortalApiProvider, pages } from '@cytocomm/portal-api';
import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './bell.module.css';

const { useQuery } = endpoint(listNotifications, { tags: ['Notification'] });

/** Reads the newest notifications and their summary (unread, last visit, open work): one call for all its users. */
export const useNewest = () => useQuery({ query: { limit: 20 } });

/** Reads notifications page by page, newest first. */
export const { useInfiniteQuery: useNotificationPages } = pages(listNotifications, { tags: ['Notification'] });

/** Marks notifications as read. */
export const { useMutation: useMarkRead } = mutation(markNotificationsRead, { tags: ['Notification'] });

/** Records a visit. */
const { useMutation: useNoteVisit } = mutation(noteVisit, { tags: ['Notification'] });

/** Pause between two visits of an open page, in ms; far below the time that ends a visit. */
const INTERVAL_MS = 5 * 60_000;

/** Records a visit on load and when the tab becomes visible again. A lost call does no harm. */
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

const MAX_COUNT = 99;

/** The button of the notifications with the unread count, which the live connection keeps current. */
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
  const shown = unread > MAX_COUNT ? `${MAX_COUNT}+` : String(unread);
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
