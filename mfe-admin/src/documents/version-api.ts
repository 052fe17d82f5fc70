import { deleteDocumentVersion, listDocumentVersions, restoreDocumentVersion } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['Document'] as const;

export const { useQuery: useDocumentVersions } = endpoint(listDocumentVersions, { tags });
export const { useMutation: useRestoreVersion } = mutation(restoreDocumentVersion, { tags, evenIfRefused: true });
export const { useMutation: useDeleteVersion } = mutation(deleteDocumentVersion, { tags, evenIfRefused: true });
