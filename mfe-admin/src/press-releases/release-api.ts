import type { AdminPressRelease, AdminPressReleasePage, NewPressRelease, PressReleaseChange } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

const address = (id: string, rest = ''): string => `/admin/press-releases/${encodeURIComponent(id)}${rest}`;

/** The calls about press releases that an admin makes. */
export const releaseApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminReleases: build.infiniteQuery<AdminPressReleasePage, void, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ nextCursor }) => nextCursor },
      query: ({ pageParam: cursor }) => ({
        url: '/admin/press-releases',
        params: { limit: 20, ...(cursor !== null && { cursor }) },
      }),
      providesTags: ['PressRelease'],
    }),
    adminRelease: build.query<AdminPressRelease, string>({
      query: (id) => address(id),
      providesTags: ['PressRelease'],
    }),
    adminWriteRelease: build.mutation<AdminPressRelease, { release: NewPressRelease; key: string }>({
      // The same key makes the same release, however often the call is sent.
      query: ({ release, key }) => ({
        url: '/admin/press-releases',
        method: 'POST',
        headers: { 'idempotency-key': key },
        body: release,
      }),
      invalidatesTags: (_, error) => (error ? [] : ['PressRelease']),
    }),
    adminChangeRelease: build.mutation<AdminPressRelease, { id: string; etag: string; change: PressReleaseChange }>({
      query: ({ id, etag, change }) => ({
        url: address(id),
        method: 'PATCH',
        headers: { 'if-match': etag },
        body: change,
      }),
      invalidatesTags: ['PressRelease'],
    }),
    adminDeleteRelease: build.mutation<null, { id: string; etag: string }>({
      query: ({ id, etag }) => ({ url: address(id), method: 'DELETE', headers: { 'if-match': etag } }),
      invalidatesTags: ['PressRelease'],
    }),
    adminTestMail: build.mutation<null, string>({
      query: (id) => ({ url: address(id, '/test-mail'), method: 'POST' }),
    }),
  }),
});

export const {
  useAdminReleasesInfiniteQuery,
  useAdminReleaseQuery,
  useAdminWriteReleaseMutation,
  useAdminChangeReleaseMutation,
  useAdminDeleteReleaseMutation,
  useAdminTestMailMutation,
} = releaseApi;
