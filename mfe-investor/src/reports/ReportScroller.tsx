import type { StoredDocument } from '@cytocomm/contract';
import { EmptyState, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { PagedList } from '@cytocomm/portal-api';
import { ReportCard } from './ReportCard.tsx';
import type { ReportPages } from './report-api.ts';
import classes from './reports.module.css';

const pending = (
  <SkeletonGroup label="Loading annual reports" className={classes.list}>
    <Skeleton shape="block" className={classes.cardSkeleton} />
    <Skeleton shape="block" className={classes.cardSkeleton} />
    <Skeleton shape="block" className={classes.cardSkeleton} />
  </SkeletonGroup>
);

/** Newest fiscal year first, and what is of none after them. */
const byYear = (a: StoredDocument, b: StoredDocument) => (b.year ?? 0) - (a.year ?? 0);

/** The annual reports side by side, by their fiscal years. */
export function ReportScroller({ query }: { readonly query: ReportPages }) {
  return (
    <PagedList query={query} pending={pending} failed="The annual reports could not be loaded.">
      {(reports) =>
        reports.length > 0 ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          <ul aria-label="Annual reports" tabIndex={0} className={classes.list}>
            {reports.toSorted(byYear).map((report) => (
              <ReportCard key={report.id} report={report} />
            ))}
          </ul>
        ) : (
          <EmptyState title="No reports yet.">
            The first annual report appears here as soon as it is published. Nothing needs to be reloaded.
          </EmptyState>
        )
      }
    </PagedList>
  );
}
