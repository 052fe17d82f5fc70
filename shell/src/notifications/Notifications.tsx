import { Button, Dialog, EmptyState, Skeleton, SkeletonGroup, toast } from '@cytocomm/kit';
import { PagedList, PortalApiProvider, problemMessage } from '@cytocomm/portal-api';
import type { RecordScope } from '../palette/offers.ts';
import { useMarkRead, useNotificationPages } from './Bell.tsx';
import { Happening } from './Happening.tsx';
import classes from './notifications.module.css';

/** Properties of {@link Notifications}. */
export interface NotificationsProps extends RecordScope {
  readonly onClose: () => void;
}

/** What happened, newest first, each a link, with a button that marks all of it as read. */
export default function Notifications(props: NotificationsProps) {
  return (
    <PortalApiProvider>
      <OpenNotifications {...props} />
    </PortalApiProvider>
  );
}

function OpenNotifications({ onClose, ...scope }: NotificationsProps) {
  const query = useNotificationPages({ query: { limit: 20 } });
  const [markRead, { isLoading }] = useMarkRead();
  const newest = query.data?.pages[0]?.items[0];
  const isAllRead =
    newest === undefined || query.data?.pages.every(({ items }) => items.every(({ unread }) => !unread));
  const markAll = async () => {
    if (newest === undefined) return;
    // Up to what is shown: what came meanwhile stays unread.
    const { error } = await markRead({ body: { upTo: newest.at } });
    if (error) toast.error(`They were not marked as read. ${problemMessage(error)}`);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Notifications"
      actions={
        <Button variant="secondary" onClick={() => void markAll()} busy={isLoading} aria-disabled={isAllRead}>
          Mark all as read
        </Button>
      }
    >
      <PagedList
        query={query}
        pending={
          <SkeletonGroup label="Loading notifications">
            <Skeleton shape="block" />
          </SkeletonGroup>
        }
        failed="Notifications could not be loaded."
        failedLater="More notifications could not be loaded."
      >
        {(notifications) =>
          notifications.length === 0 ? (
            <EmptyState title="Nothing new.">What others add or change for you appears here for 90 days.</EmptyState>
          ) : (
            <ul aria-label="Notifications" className={classes.list}>
              {notifications.map((each) => (
                <Happening key={each.id} notification={each} scope={scope} onFollow={onClose} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </Dialog>
  );
}
