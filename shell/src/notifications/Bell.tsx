import { Icon } from '@cytocomm/kit';
import { PortalApiProvider } from '@cytocomm/portal-api';
import classes from './bell.module.css';
import { useNewest } from './notification-api.ts';
import { useVisit } from './use-visit.ts';

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
