import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { choiceNamed, DOCUMENT_SORTS, DocumentSearch, GridPages, useDocumentSearch } from '@cytocomm/portal-api';
import { ReportScroller } from '../reports/ReportScroller.tsx';
import { ReportTable } from '../reports/ReportTable.tsx';
import { ANNUAL, type ReportPages, useReportPages } from '../reports/report-api.ts';
import classes from '../reports/reports.module.css';

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
