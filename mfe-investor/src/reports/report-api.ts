import { listReports } from '@cytocomm/contract';
import { pages } from '@cytocomm/portal-api';

const reports = pages(listReports, { tags: ['Document'] });

/** Reads the annual reports, newest first, 20 at once. */
export const useReportPages = () => reports.useInfiniteQuery({ query: { limit: 20 } });
