import { listMails, retryMail } from '@cytocomm/contract';
import { mutation, pages } from '@cytocomm/portal-api';

const tags = ['Operations'] as const;

export const { useInfiniteQuery: useMailPages } = pages(listMails, { tags });
export const { useMutation: useRetryMail } = mutation(retryMail, { tags });
