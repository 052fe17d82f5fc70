import { AUDIT_ACTIONS, type AuditEntry, isOperatorsAction } from '@cytocomm/contract';
import { Link, RelativeTime, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import {
  BarChart,
  DashboardTitle,
  describeBytes,
  Panel,
  StatRow,
  StatTile,
  TableSkeleton,
} from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { useStorageUsage } from '../documents/document-api.ts';
import { Loaded } from '../lists/Loaded.tsx';
import classes from '../operations/operations.module.css';
import { type Count, type SignInDay, useAudit, useMailCount, useSignInWeek } from '../operations/operations-api.ts';

/** The portal at work in four numbers. A number that cannot be read is a dash; the others stand. */
function Figures() {
  const waiting = useMailCount('waiting');
  const troubled = useMailCount('troubled');
  const storage = useStorageUsage();
  const week = useSignInWeek();
  const failed = [waiting, troubled, storage, week].find(({ error }) => error !== undefined);

  return (
    <>
      <StatRow>
        <StatTile
          label={<Link to="/dashboard/admin/mail?status=waiting">Mail waiting</Link>}
          value={shown(waiting, inWords)}
          hint={waitingHint(waiting.data)}
          live
        />
        <StatTile
          label={<Link to="/dashboard/admin/mail">Mail in trouble</Link>}
          value={shown(troubled, inWords)}
          hint={troubledHint(troubled.data)}
          live
        />
        <StatTile
          label={<Link to="/dashboard/admin/documents">Storage used</Link>}
          value={shown(storage, ({ bytes }) => describeBytes(bytes))}
          hint={storage.data ? `${storage.data.documents.toLocaleString('en-US')} documents` : undefined}
          live
        />
        <StatTile
          label={<Link to="/dashboard/admin/users">Sign-ins this week</Link>}
          value={shown(week, ({ days, complete }) => inWords({ count: sumOf(days), more: !complete }))}
          hint="completed, in the last seven days"
        />
      </StatRow>
      {failed ? (
        <QueryFailure
          title="Some of these numbers could not be read."
          error={failed.error}
          onRetry={() => {
            for (const each of [waiting, troubled, storage, week]) if (each.error) void each.refetch();
          }}
          retrying={failed.isFetching}
        />
      ) : null}
    </>
  );
}

/** Returns a number, or why there is none: it is being read, or it could not be. */
function shown<Data>(
  { data, error }: { data?: Data | undefined; error?: unknown },
  write: (data: Data) => string,
): string {
  if (data !== undefined) return write(data);
  return error === undefined ? '…' : '–';
}

const inWords = ({ count, more }: Count): string => `${count}${more ? '+' : ''}`;

const sumOf = (days: readonly SignInDay[]): number => days.reduce((sum, { count }) => sum + count, 0);

const waitingHint = (waiting: Count | undefined) =>
  waiting && (waiting.count === 0 ? 'nothing waits' : 'on its way within a minute');

const troubledHint = (troubled: Count | undefined) =>
  troubled && (troubled.count === 0 ? 'nothing has failed' : 'failed, or waiting after a failure');

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

const brief = new Intl.NumberFormat('en-US', { notation: 'compact' });

const CAPTION = 'Completed sign-ins by day';

/** How often people have signed in on each of the last seven days. */
function SignIns() {
  const { data, error } = useSignInWeek();
  if (!data) {
    return (
      <figure className={classes.plot}>
        <figcaption>{CAPTION}</figcaption>
        {error ? (
          <p className={classes.from}>They could not be read: see the numbers above.</p>
        ) : (
          <SkeletonGroup label="Loading the sign-ins" className={classes.room}>
            <Skeleton shape="block" />
          </SkeletonGroup>
        )}
      </figure>
    );
  }
  const { days } = data;
  const names = days.map(({ day }) => weekday.format(new Date(day)));
  const counts = days.map(({ count: each }) => each);
  const described = names.map((name, index) => `${name} ${counts[index]}`).join(', ');
  return (
    <figure className={classes.plot}>
      <figcaption>{CAPTION}</figcaption>
      <div role="img" aria-label={described}>
        <BarChart
          height={236}
          xAxis={[{ data: names, scaleType: 'band', categoryGapRatio: 0.55, disableLine: true, disableTicks: true }]}
          yAxis={[
            {
              tickMinStep: 1,
              min: 0,
              disableLine: true,
              disableTicks: true,
              width: 36,
              valueFormatter: (count: number) => brief.format(count),
            },
          ]}
          series={[{ data: counts, color: 'var(--accent)', label: 'Sign-ins' }]}
          grid={{ horizontal: true }}
          hideLegend
          borderRadius={4}
          margin={{ left: 0, right: 0, top: 12, bottom: 0 }}
        />
      </div>
    </figure>
  );
}

const RECENT_ENTRIES = 6;

/** The last entries of the audit trail: who did what, when. */
function RecentAudit() {
  return (
    <div>
      <h4 className={classes.heading}>Last audit entries</h4>
      <Loaded
        query={useAudit({ query: { limit: RECENT_ENTRIES } })}
        pending={<TableSkeleton label="Loading the audit trail" columns={2} rows={RECENT_ENTRIES} />}
        failed="The audit trail could not be read."
      >
        {({ items }) => (
          <ol aria-label="Last audit entries" className={classes.trail}>
            {items.map((entry) => (
              <li key={entry.id}>
                <span>
                  {describeEntry(entry)}
                  {entry.from === '' ? null : <span className={classes.from}> from {entry.from}</span>}
                </span>
                <RelativeTime date={entry.at} className={classes.when} />
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </div>
  );
}

/**
 * Returns `ada@lab.example gave a role: grace@lab.example, investor`; what has a title goes by it, for an id says
 * nothing to people. An action that is newer than this page shows as its own name.
 */
function describeEntry({ actor, action, subject, detail }: AuditEntry): string {
  const words = AUDIT_ACTIONS[action] ?? action;
  if (actor !== null && detail.title !== undefined) return `${actor} ${words}: “${detail.title || 'Untitled'}”`;
  const who = actor ?? (isOperatorsAction(action) ? 'An operator' : subject);
  const more = [who === subject ? undefined : subject, detail.role, detail.roles].filter((part) => part !== undefined);
  return more.length === 0 ? `${who} ${words}` : `${who} ${words}: ${more.join(', ')}`;
}

/** Opens the Admin Panel with the block that is the admins' own: how the portal is doing. */
export default function Overview() {
  return (
    <>
      <DashboardTitle title="Admin Panel">People, documents, news and dates of the portal.</DashboardTitle>
      <Panel title="Operations" lead="How the portal is doing right now.">
        <Figures />
        <div className={classes.layout}>
          <SignIns />
          <RecentAudit />
        </div>
      </Panel>
    </>
  );
}
