import type { StoredDocument } from '@cytocomm/contract';
import { EmptyState, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import {
  choiceNamed,
  DOCUMENT_SORTS,
  DocumentSearch,
  GridPages,
  PagedList,
  useDocumentSearch,
} from '@cytocomm/portal-api';
import { ReportCard, ReportTable } from '../reports/ReportTable.tsx';
import { ANNUAL, type ReportPages, useReportPages } from '../reports/report-api.ts';
import classes from '../reports/reports.module.css';

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
function ReportScroller({ query }: { readonly query: ReportPages }) {
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

/** The annual reports, to be viewed and downloaded, and below them the reports of all kinds. */
export default function AnnualReports() {
  const annual = useReportPages({ kind: ANNUAL });
  const search = useDocumentSearch();
  // Both are asked for at once.
  const all = useReportPages(search.query);
  return (
    <>
      <Panel title="Annual Reports (PDFs)">
        <ReportScroller query={annual} />
      </Panel>
      {/* The cards are as high as the longest title: what is below would jump when they come. */}
      {annual.isLoading ? null : (
        <Panel title="All reports" lead="Of every kind, and of every year.">
          <AllReports search={search} pages={all} />
        </Panel>
      )}
    </>
  );
}

interface AllReportsProps {
  readonly search: ReturnType<typeof useDocumentSearch>;
  readonly pages: ReportPages;
}

function AllReports({ search: { state, change, isAll }, pages }: AllReportsProps) {
  return (
    <>
      <DocumentSearch label="Search reports" state={state} onChange={change} byYear hasOrders={false} />
      <GridPages
        query={pages}
        pending={<TableSkeleton label="Loading all reports" columns={5} />}
        failed="The reports could not be loaded."
        failedLater="More reports could not be loaded."
      >
        {(reports, busy) =>
          reports.length === 0 && isAll && !busy ? (
            <p className={classes.none}>There are none of any kind.</p>
          ) : (
            <ReportTable
              reports={reports}
              sort={state.sort ?? '-uploadedAt'}
              onSort={(sort) => change({ sort: choiceNamed(DOCUMENT_SORTS, sort) })}
              busy={busy}
            />
          )
        }
      </GridPages>
    </>
  );
}
