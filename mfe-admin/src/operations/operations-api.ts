import type { AuditEntry, AuditPage, MailPage, StorageUsage } from '@cytocomm/contract';
import { isApiProblem, ON_TAKEN_NAME, portalApi, unreachable } from '@cytocomm/portal-api';

/** How much of a list was counted: `more` when there was more than that. */
export interface Count {
  readonly count: number;
  readonly more: boolean;
}

/** Completed sign-ins of one day. */
export interface SignInDay {
  readonly day: string;
  readonly count: number;
}

/** Completed sign-ins of the last seven days, the oldest first; `complete` unless there was more than could be read. */
export interface SignInWeek {
  readonly days: readonly SignInDay[];
  readonly complete: boolean;
}

const PAGE = 100;
/** How far back the trail is read for the week, in pages. */
const MOST_PAGES = 5;
const DAY_MS = 86_400_000;

const auditApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminAudit: build.query<AuditPage, { limit: number; cursor: string | null }>({
      query: ({ limit, cursor }) => ({ url: '/admin/audit', params: { limit, ...(cursor !== null && { cursor }) } }),
      providesTags: ['Operations'],
    }),
  }),
});

/** What an admin sees of the portal at work. */
export const operationsApi = auditApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminMailCount: build.query<Count, 'waiting' | 'troubled'>({
      query: (status) => ({ url: '/admin/mail', params: { status, limit: PAGE } }),
      transformResponse: ({ items, nextCursor }: MailPage) => ({ count: items.length, more: nextCursor !== null }),
      providesTags: ['Operations'],
    }),
    adminStorage: build.query<StorageUsage, void>({
      query: () => '/admin/storage',
      providesTags: ['Document'],
    }),
    // Read once a visit: it is some pages long, and the trail grows with every click of everybody.
    adminSignInWeek: build.query<SignInWeek, void>({
      queryFn: async (_, { dispatch }) => {
        const since = startOfWeek();
        const entries: AuditEntry[] = [];
        let cursor: string | null = null;
        let reached = false;
        for (let page = 0; page < MOST_PAGES && !reached; page += 1) {
          const read = auditApi.endpoints.adminAudit.initiate({ limit: PAGE, cursor }, { subscribe: false });
          const { data, error }: { data?: AuditPage | undefined; error?: unknown } = await dispatch(read);
          if (!data) return { error: isApiProblem(error) ? error : unreachable() };
          entries.push(...data.items);
          cursor = data.nextCursor;
          reached = cursor === null || (data.items.at(-1)?.at ?? '') < since;
        }
        return { data: { days: countByDay(entries), complete: reached } };
      },
    }),
  }),
});

export const { useAdminMailCountQuery, useAdminStorageQuery, useAdminAuditQuery, useAdminSignInWeekQuery } =
  operationsApi;

/** The last seven days, today included. */
function lastDays(now = Date.now()): string[] {
  return [6, 5, 4, 3, 2, 1, 0].map((back) => new Date(now - back * DAY_MS).toISOString().slice(0, 10));
}

const startOfWeek = (): string => `${lastDays()[0] ?? ''}T00:00:00.000Z`;

function countByDay(entries: readonly AuditEntry[]): SignInDay[] {
  const signIns = entries.filter(({ action }) => action === 'sign-in.completed');
  return lastDays().map((day) => ({ day, count: signIns.filter(({ at }) => at.startsWith(day)).length }));
}
