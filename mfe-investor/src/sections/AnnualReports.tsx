import { Panel, TableSkeleton } from '@cytocomm/kit/dashboard';
import { choiceNamed, DOCUMENT_SORTS, DocumentSearch, GridPages, useDocumentSearch } from '@cytocomm/portal-api';
import { ReportScroller } from '../reports/ReportScroller.tsx';
import { ReportTable } from '../reports/ReportTable.tsx';
import { useReportPages } from '../reports/report-api.ts';
import classes from '../reports/reports.module.css';

/** The annual reports, to be viewed and downloaded, and below them the reports of all kinds. */
export default function AnnualReports() {
  return (
    <>
      <Panel title="Annual Reports (PDFs)">
        <ReportScroller />
      </Panel>
      <Panel title="All reports" lead="Of every kind, and of every year.">
        <AllReports />
      </Panel>
    </>
  );
}

function AllReports() {
  const { state, change, query, isAll } = useDocumentSearch();
  return (
    <>
      <DocumentSearch label="Search reports" state={state} onChange={change} byYear hasOrders={false} />
      <GridPages
        query={useReportPages(query)}
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
