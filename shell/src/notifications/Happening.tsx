import type { PortalNotification } from '@cytocomm/contract';
import { classNames, Icon, Link, RelativeTime, toast, VisuallyHidden } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { opening, type RecordScope } from '../palette/offers.ts';
import classes from './happening.module.css';
import { useMarkRead } from './notification-api.ts';
import { describeHappening, ICONS } from './words.ts';

/** What happens to a press release before it is published. */
const BEFORE_IT_IS_OUT: readonly PortalNotification['happening'][] = ['asked', 'approved', 'declined'];

/** Properties of {@link Happening}. */
export interface HappeningProps {
  readonly notification: PortalNotification;
  readonly scope: RecordScope;
  /** Called when it is followed. */
  readonly onFollow?: () => void;
}

/** One thing that happened, as a link to what it happened to. Who follows it has read it. */
export function Happening({ notification, scope, onFollow }: HappeningProps) {
  const { id, kind, happening, subject, title, at, unread } = notification;
  const [markRead] = useMarkRead();
  const isForAdmins = BEFORE_IT_IS_OUT.includes(happening);
  const act = opening(scope, { kind, id: subject, title, isForAdmins });
  const follow = async () => {
    onFollow?.();
    // In a preview nothing is changed.
    if (!unread || scope.preview !== '') return;
    const { error } = await markRead({ body: { ids: [id] } });
    if (error) toast.error(`“${title}” stays unread. ${problemMessage(error)}`);
  };
  return (
    <li className={classNames(classes.line, unread && classes.unread)}>
      <Icon name={ICONS[kind]} size="small" />
      <span className={classes.text}>
        <Target act={act} onFollow={() => void follow()}>
          {title}
        </Target>
        <span className={classes.about}>
          <span className={classes.what}>{describeHappening(notification)}</span>
          <span className={classes.when}>
            {' · '}
            <RelativeTime date={at} />
            {unread ? <VisuallyHidden>, unread</VisuallyHidden> : null}
          </span>
        </span>
      </span>
    </li>
  );
}

interface TargetProps {
  readonly act: ReturnType<typeof opening>;
  readonly onFollow: () => void;
  readonly children: string;
}

function Target({ act, onFollow, children }: TargetProps) {
  if (act !== undefined && 'to' in act)
    return (
      <Link to={act.to} className={classes.title} onClick={onFollow}>
        {children}
      </Link>
    );
  if (act !== undefined && 'file' in act)
    return (
      <a href={act.file} target="_blank" rel="noopener" className={classes.title} onClick={onFollow}>
        {children}
      </a>
    );
  return <span className={classes.title}>{children}</span>;
}
