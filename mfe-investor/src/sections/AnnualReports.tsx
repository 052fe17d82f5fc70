import { EmptyState, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { QueryFailure } from '@cytocomm/portal-api';
import { ReportCard } from '../reports/ReportCard.tsx';
import { useReports } from '../reports/report-api.ts';
import classes from '../reports/reports.module.css';

/** The annual reports, to be viewed and downloaded. */
export default function AnnualReports() {
  return (
    <Panel title="Annual Reports (PDFs)">
      <ReportList />
    </Panel>
  );
}

function ReportList() {
  const { data, error, isFetching, refetch } = useReports();
  if (!data) {
    return error ? (
      <QueryFailure
        title="The annual reports could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    ) : (
      <SkeletonGroup label="Loading annual reports" className={classes.list}>
        <Skeleton shape="block" className={classes.cardSkeleton} />
        <Skeleton shape="block" className={classes.cardSkeleton} />
        <Skeleton shape="block" className={classes.cardSkeleton} />
      </SkeletonGroup>
    );
  }
  if (data.items.length === 0) {
    return (
      <EmptyState title="No reports yet.">
        The first annual report appears here as soon as it is published. Nothing needs to be reloaded.
      </EmptyState>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <ul aria-label="Annual reports" tabIndex={0} className={classes.list}>
      {data.items.map((report) => (
        <ReportCard key={report.id} report={report} />
      ))}
    </ul>
  );
}
