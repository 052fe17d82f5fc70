import { allowLocalRemote, readLocalRemote, stopLocalRemote } from '@cytocomm/contract';
import { endpoint, mutation, remoteTags } from '@cytocomm/portal-api';

const tags = [remoteTags('mfe-developer', ['LocalRemote']).LocalRemote];

export const { useQuery: useLocalRemote } = endpoint(readLocalRemote, { tags });
export const { useMutation: useAllowLocalRemote } = mutation(allowLocalRemote, { tags });
export const { useMutation: useStopLocalRemote } = mutation(stopLocalRemote, { tags });
