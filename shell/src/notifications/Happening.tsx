import type { PortalNotification, RecordKind } from '@cytocomm/contract';
import { classNames, Icon, type IconName, Link, RelativeTime, toast, VisuallyHidden } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { opening, type RecordScope } from '../palette/offers.ts';
import { useMarkRead } from './Bell.tsx';
import classes from './happening.module.css';

const WORDS: Readonly<Partial<Record<`${RecordKind} ${PortalNotification['happening']}`, string>>> = {
  'document added': 'New document',
  'press-release added': 'Press release',
  'press-release asked': 'Asks for your approval',
  'press-release approved': 'Approved',
  'press-release declined': 'Not approved',
  'event added': 'New event',
  'event changed': 'Event changed',
  'mail failed': 'Mail',
  'release passed': 'Release passed the gate',
  'release refused': 'Release refused by the gate',
  'failure failed': 'New failure',
};

/** Returns a happening in words. */
function describeHappening({ kind, happening }: Pick<PortalNotification, 'kind' | 'happening'>): string {
  return WORDS[`${kind} ${happening}`] ?? 'News';
}

/** The icon of each kind of record. */
const ICONS: Readonly<Record<RecordKind, IconName>> = {
  user: 'user',
  document: 'document',
  'press-release': 'edit',
  event: 'calendar',
  mail: 'mail',
  release: 'cloud',
  failure: 'warning',
};

/** Steps of a press release before it is published. */
const BEFORE_PUBLICATION: readonly PortalNotification['happening'][] = ['asked', 'approved', 'declined'];

/** Properties of {@link Happening}. */
export interface HappeningProps {
  readonly notification: PortalNotification;
  readonly scope: RecordScope;
  /** Called when the link is followed. */
  readonly onFollow?: () => void;
}

/** A notification as a link to its record. Following it marks it as read. */
export function Happening({ notification, scope, onFollow }: HappeningProps) {
  const { id, kind, happening, subject, title, at, unread } = notification;
  const [markRead] = useMarkRead();
  const isForAdmins = BEFORE_PUBLICATION.includes(happening);
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
