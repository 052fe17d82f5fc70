import { listPressReleaseRevisions, readPressReleaseRevision, restorePressReleaseRevision } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['PressRelease'] as const;

export const { useQuery: useRevisions } = endpoint(listPressReleaseRevisions, { tags });
export const { useQuery: useRevision } = endpoint(readPressReleaseRevision, { tags });
export const { useMutation: useRestoreRevision } = mutation(restorePressReleaseRevision, { tags, evenIfRefused: true });
