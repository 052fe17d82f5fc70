import { listReleaseRevisions, readReleaseRevision, restoreReleaseRevision } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['PressRelease'] as const;

export const { useQuery: useRevisions } = endpoint(listReleaseRevisions, { tags });
export const { useQuery: useRevision } = endpoint(readReleaseRevision, { tags });
export const { useMutation: useRestoreRevision } = mutation(restoreReleaseRevision, { tags, evenIfRefused: true });
