import { listReports, type ReportListQuery } from '@cytocomm/contract';
import { pages } from '@cytocomm/portal-api';

const reports = pages(listReports, { tags: ['Document'] });

/** Reads the annual reports, newest first unless the query says otherwise, 20 at once. */
export const useReportPages = (query: Pick<ReportListQuery, 'search' | 'sort'> = {}) =>
  reports.useInfiniteQuery({ query: { limit: 20, ...query } });
