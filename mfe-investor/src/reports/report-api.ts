import type { DocumentPage } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The calls about annual reports. */
export const reportApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    investorReports: build.query<Pick<DocumentPage, 'items'>, void>({
      query: () => ({ url: '/reports', params: { limit: 100 } }),
      providesTags: ['Document'],
    }),
  }),
});

export const { useInvestorReportsQuery } = reportApi;
