import { listDevices, logOutEverywhere, revokeDevice } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

const tags = ['AuthSession'] as const;

export const { useQuery: useDevices } = endpoint(listDevices, { tags });
export const { useMutation: useRevokeDevice } = mutation(revokeDevice, { tags, evenIfRefused: true });
export const { useMutation: useLogOutEverywhere } = mutation(logOutEverywhere);
