import { RelativeTime } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { useLayer } from '../bar/use-layer.ts';
import { Happening } from '../notifications/Happening.tsx';
import { loadNotifications } from '../notifications/load-notifications.ts';
import { useNewest } from '../notifications/notification-api.ts';
import type { RecordScope } from '../palette/offers.ts';
import { Block, LINES, State } from './Block.tsx';
import classes from './overview.module.css';

/** What is new since the last visit. */
export function News(scope: RecordScope) {
  const { data, error, refetch } = useNewest();
  const since = data?.summary.since;
  const title = since === null ? 'New for you' : 'New since your last visit';
  if (since === undefined || data === undefined) {
    return (
      <Block title={title}>
        <State error={error} onRetry={refetch} />
      </Block>
    );
  }
  const news = data.items.filter(({ at }) => since === null || at > since);
  return (
    <Block title={title}>
      {news.length === 0 ? (
        <p className={classes.hint}>
          {since === null ? (
            'Welcome. What others add or change for you appears here, and below the bell.'
          ) : (
            <>
              Nothing since <RelativeTime date={since} />.
            </>
          )}
        </p>
      ) : (
        <>
          <ul className={classes.list}>
            {news.slice(0, LINES).map((each) => (
              <Happening key={each.id} notification={each} scope={scope} />
            ))}
          </ul>
          {news.length > LINES ? (
            <p className={classes.more}>
              <AllNews {...scope}>
                {describeMore(news.length, news.length === data.items.length && data.nextCursor !== null)}
              </AllNews>
            </p>
          ) : null}
        </>
      )}
    </Block>
  );
}

const layers = { notifications: loadNotifications };

/** Opens what the bell opens. */
function AllNews({ children, ...scope }: RecordScope & { readonly children: ReactNode }) {
  const { opened, awaited, open, close } = useLayer(layers);
  const isAwaited = awaited !== null;
  return (
    <>
      <button type="button" aria-busy={isAwaited} className={classes.retry} onClick={() => open('notifications')}>
        {isAwaited ? 'Loading…' : children}
      </button>
      {opened ? <opened.Shown {...scope} onClose={close} /> : null}
    </>
  );
}

/** Returns what leads to the notifications beside those that are shown: how many were read, unless there may be others. */
function describeMore(read: number, hasOthers: boolean): string {
  if (hasOthers) return 'All notifications';
  const more = read - LINES;
  return `${more} more notification${more === 1 ? '' : 's'}`;
}
