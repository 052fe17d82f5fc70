import { EmptyState, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { Panel } from '@cytocomm/kit/dashboard';
import { DocumentSearch, GridPages, useDocumentSearch } from '@cytocomm/portal-api';
import { ReportCard } from '../reports/ReportCard.tsx';
import { useReportPages } from '../reports/report-api.ts';
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
  const { state, change, query } = useDocumentSearch();
  const pending = (
    <SkeletonGroup label="Loading annual reports" className={classes.list}>
      <Skeleton shape="block" className={classes.cardSkeleton} />
      <Skeleton shape="block" className={classes.cardSkeleton} />
      <Skeleton shape="block" className={classes.cardSkeleton} />
    </SkeletonGroup>
  );
  return (
    <>
      <DocumentSearch label="Search reports" state={state} onChange={change} />
      <GridPages query={useReportPages(query)} pending={pending} failed="The annual reports could not be loaded.">
        {(reports, busy) =>
          reports.length > 0 ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
            <ul aria-label="Annual reports" aria-busy={busy} tabIndex={0} className={classes.list}>
              {reports.map((report) => (
                <ReportCard key={report.id} report={report} />
              ))}
            </ul>
          ) : busy ? (
            pending
          ) : state.search !== '' ? (
            <p className={classes.none}>No reports found.</p>
          ) : (
            <EmptyState title="No reports yet.">
              The first annual report appears here as soon as it is published. Nothing needs to be reloaded.
            </EmptyState>
          )
        }
      </GridPages>
    </>
  );
}
