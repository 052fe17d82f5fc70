import { portalApi } from '@cytocomm/portal-api';

/** An annual report as the API gives it. */
export interface Report {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly title?: string;
  readonly size?: number;
  readonly sha256?: string;
  readonly uploadedAt?: string;
}

/** The calls about annual reports. */
export const reportApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    investorReports: build.query<{ items: readonly Report[] }, void>({
      query: () => '/reports',
      providesTags: ['Document'],
    }),
  }),
});

export const { useInvestorReportsQuery } = reportApi;
