import type { AlertPreferences } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The mails that an investor wants. */
export const alertApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    investorAlerts: build.query<AlertPreferences, void>({ query: () => '/alerts/preferences' }),
    investorChooseAlerts: build.mutation<AlertPreferences, AlertPreferences>({
      query: (body) => ({ url: '/alerts/preferences', method: 'PUT', body }),
      // The box is ticked at once; a refusal ticks it back.
      async onQueryStarted(wanted, { dispatch, queryFulfilled }) {
        const change = dispatch(alertApi.util.updateQueryData('investorAlerts', undefined, () => wanted));
        await queryFulfilled.catch(() => change.undo());
      },
    }),
  }),
});

export const { useInvestorAlertsQuery, useInvestorChooseAlertsMutation } = alertApi;
