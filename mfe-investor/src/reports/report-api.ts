import { listReports } from '@cytocomm/contract';
import { endpoint } from '@cytocomm/portal-api';

const reports = endpoint(listReports, { tags: ['Document'] });

/** Reads the annual reports: as many as one answer holds. */
export const useReports = () => reports.useQuery({ query: { limit: 100 } });
