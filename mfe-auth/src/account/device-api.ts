import { listDevices, logOutEverywhere, revokeDevice } from '@cytocomm/contract';
import { endpoint, mutation } from '@cytocomm/portal-api';

/** The page of the signed-in devices. */
export const DEVICES_PAGE = '/account/devices';

const tags = ['AuthSession'] as const;

export const { useQuery: useDevices } = endpoint(listDevices, { tags });
export const { useMutation: useRevokeDevice } = mutation(revokeDevice, { tags, evenIfRefused: true });
export const { useMutation: useLogOutEverywhere } = mutation(logOutEverywhere);
