import { listAudit } from '@cytocomm/contract';
import { pages } from '@cytocomm/portal-api';

export const { useInfiniteQuery: useAuditPages } = pages(listAudit, { tags: ['Operations'] });
