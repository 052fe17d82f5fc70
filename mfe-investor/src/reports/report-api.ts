import { listReports, type ReportListQuery } from '@cytocomm/contract';
import { pages } from '@cytocomm/portal-api';

const reports = pages(listReports, { tags: ['Document'] });

/** The kind that stands among the annual reports. */
export const ANNUAL: NonNullable<ReportListQuery['kind']> = ['annual-report'];

/** Reads reports of all kinds, newest first unless the query says otherwise, 20 at once. */
export const useReportPages = (query: Omit<ReportListQuery, 'limit' | 'cursor'> = {}) =>
  reports.useInfiniteQuery({ query: { limit: 20, ...query } });

/** Reports that were read. */
export type ReportPages = ReturnType<typeof useReportPages>;
