import { countAlertAudience } from '@cytocomm/contract';
import { endpoint } from '@cytocomm/portal-api';

// People come and go: what was counted a minute ago is counted again.
export const { useQuery: useAlertAudience } = endpoint(countAlertAudience, { keepUnusedDataFor: 0 });
