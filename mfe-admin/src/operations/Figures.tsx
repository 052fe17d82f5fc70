import { BarChart, DashboardTheme, describeBytes, StatRow, StatTile } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import classes from './operations.module.css';
import { type Count, useAdminMailCountQuery, useAdminSignInWeekQuery, useAdminStorageQuery } from './operations-api.ts';

/** The portal at work in four numbers. A number that cannot be read is a dash; the others stand. */
export function Figures() {
  const waiting = useAdminMailCountQuery('waiting');
  const troubled = useAdminMailCountQuery('troubled');
  const storage = useAdminStorageQuery();
  const week = useAdminSignInWeekQuery();
  const failed = [waiting, troubled, storage, week].find(({ error }) => error !== undefined);
  const signIns = week.data?.days.reduce((sum, { count }) => sum + count, 0);

  return (
    <>
      <StatRow>
        <StatTile label="Mail waiting" value={count(waiting.data)} hint="on its way within a minute" live />
        <StatTile
          label="Mail in trouble"
          value={count(troubled.data)}
          hint={troubled.data?.count === 0 ? 'nothing has failed' : 'failed, or waiting after a failure'}
          live
        />
        <StatTile
          label="Storage used"
          value={storage.data ? describeBytes(storage.data.bytes) : '–'}
          hint={storage.data ? `${storage.data.documents.toLocaleString('en-US')} documents` : undefined}
          live
        />
        <StatTile
          label="Sign-ins this week"
          value={signIns === undefined ? '–' : `${signIns}${week.data?.complete ? '' : '+'}`}
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
      {week.data ? <SignIns days={week.data.days} /> : null}
    </>
  );
}

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

function SignIns({ days }: { readonly days: readonly { readonly day: string; readonly count: number }[] }) {
  const names = days.map(({ day }) => weekday.format(new Date(day)));
  const counts = days.map(({ count: each }) => each);
  return (
    <figure className={classes.plot}>
      <figcaption>Completed sign-ins by day</figcaption>
      <div role="img" aria-label={names.map((name, index) => `${name} ${counts[index]}`).join(', ')}>
        <DashboardTheme>
          <BarChart
            height={180}
            xAxis={[{ data: names, scaleType: 'band', disableLine: true, disableTicks: true }]}
            yAxis={[{ tickMinStep: 1, min: 0, disableLine: true, disableTicks: true, width: 28 }]}
            series={[{ data: counts, color: 'var(--color-teal)', label: 'Sign-ins' }]}
            grid={{ horizontal: true }}
            hideLegend
            borderRadius={4}
            margin={{ left: 0, right: 0, top: 12, bottom: 0 }}
          />
        </DashboardTheme>
      </div>
    </figure>
  );
}

function count(data: Count | undefined): string {
  return data === undefined ? '–' : `${data.count}${data.more ? '+' : ''}`;
}
