import { deleteFromBin, listBin } from '@cytocomm/contract';
import { mutation, pages } from '@cytocomm/portal-api';

const tags = ['Bin'] as const;

export const { useInfiniteQuery: useBinPages } = pages(listBin, { tags });
export const { useMutation: useDeleteFromBin } = mutation(deleteFromBin, { tags, evenIfRefused: true });
