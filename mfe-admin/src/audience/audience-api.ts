import type { AlertAudience, AlertTopic } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** How many people a mail would reach. */
const audienceApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminAlertAudience: build.query<AlertAudience, readonly AlertTopic[]>({
      query: (topics) => ({ url: '/admin/alerts/audience', params: { topics: topics.join(',') } }),
      // People come and go: what was counted a minute ago is counted again.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useAdminAlertAudienceQuery } = audienceApi;
