import type { AssignableRole, NewUser, SignInTimeline, User } from '@cytocomm/contract';
import { ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

/** One page of people: who is on it, how many there are in all, and where the next page starts. */
export interface UserPage {
  readonly users: readonly User[];
  readonly total: number;
  /** The server stopped counting: there may be more than `total`. */
  readonly atLeast: boolean;
  readonly next: string | null;
}

const PAGE_SIZE = 50;

/** The calls about people that an admin makes. */
export const userApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminUsers: build.infiniteQuery<UserPage, string, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next },
      query: ({ queryArg: search, pageParam: cursor }) => ({
        url: '/admin/users',
        params: { limit: PAGE_SIZE, ...(search !== '' && { search }), ...(cursor !== null && { cursor }) },
      }),
      transformResponse: (users: User[], meta) => ({
        users,
        total: Number(meta?.response?.headers.get('x-total-count') ?? users.length),
        atLeast: meta?.response?.headers.get('x-total-count-relation') === 'gte',
        next: nextCursor(meta?.response?.headers.get('link') ?? ''),
      }),
      providesTags: ['User'],
    }),

    adminAddUser: build.mutation<User, NewUser>({
      query: (body) => ({ url: '/admin/users', method: 'POST', body }),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),

    adminChangeRole: build.mutation<User, { email: string; role: AssignableRole; enable: boolean; search: string }>({
      query: ({ email, role, enable }) => ({
        url: `/admin/users/${encodeURIComponent(email)}`,
        method: 'PATCH',
        body: { role, enable },
      }),
      // The box is ticked at once; a refusal ticks it back.
      async onQueryStarted({ email, role, enable, search }, { dispatch, queryFulfilled }) {
        const change = dispatch(
          userApi.util.updateQueryData('adminUsers', search, ({ pages }) => {
            for (const user of pages.flatMap(({ users }) => users).filter((each) => each.email === email)) {
              user.roles = withRole(user.roles, role, enable);
            }
          }),
        );
        await queryFulfilled.catch(() => change.undo());
      },
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),

    adminSignInHistory: build.query<SignInTimeline, string>({
      query: (email) => `/admin/users/${encodeURIComponent(email)}/sign-ins`,
      providesTags: ['Operations'],
    }),

    adminDeleteUser: build.mutation<null, string>({
      query: (email) => ({ url: `/admin/users/${encodeURIComponent(email)}`, method: 'DELETE' }),
      invalidatesTags: (_, error) => (error ? [] : ['User']),
    }),
  }),
});

export const {
  useAdminUsersInfiniteQuery,
  useAdminAddUserMutation,
  useAdminChangeRoleMutation,
  useAdminDeleteUserMutation,
  useAdminSignInHistoryQuery,
} = userApi;

/** The cursor in a `Link` header with `rel="next"`. */
function nextCursor(link: string): string | null {
  const target = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link)?.[1];
  return target === undefined ? null : new URL(target, 'http://portal.invalid').searchParams.get('cursor');
}

function withRole(roles: User['roles'], role: AssignableRole, enable: boolean): User['roles'] {
  const others = roles.filter((each) => each !== role);
  return enable ? [...others, role] : others;
}
