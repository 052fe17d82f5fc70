import type { Mail, MailPage } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** The calls about the outbox. */
export const mailApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminMails: build.infiniteQuery<MailPage, 'all' | 'troubled', string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ queryArg: which, pageParam: cursor }) => ({
        url: '/admin/mail',
        params: { limit: 20, ...(which === 'troubled' && { status: which }), ...(cursor !== null && { cursor }) },
      }),
      providesTags: ['Operations'],
    }),
    adminRetryMail: build.mutation<Mail, string>({
      query: (id) => ({ url: `/admin/mail/${encodeURIComponent(id)}/retry`, method: 'POST' }),
      invalidatesTags: (_, error) => (error ? [] : ['Operations']),
    }),
  }),
});

export const { useAdminMailsInfiniteQuery, useAdminRetryMailMutation } = mailApi;
