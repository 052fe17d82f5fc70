import { listFailureCauses, readReleaseHealth } from '@cytocomm/contract';
import { endpoint } from '@cytocomm/portal-api';

/** Reports come in all the time, and live events tell of new causes alone. */
export const READ_AGAIN = { pollingInterval: 60_000, skipPollingIfUnfocused: true } as const;

export const { useQuery: useReleaseHealth } = endpoint(readReleaseHealth);
export const { useQuery: useFailureCauses } = endpoint(listFailureCauses);
