import { Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { BarChart } from '@cytocomm/kit/dashboard';
import classes from './operations.module.css';
import { useSignInWeek } from './operations-api.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' });

const brief = new Intl.NumberFormat('en-US', { notation: 'compact' });

const CAPTION = 'Completed sign-ins by day';

/** How often people have signed in on each of the last seven days. */
export function SignIns() {
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
