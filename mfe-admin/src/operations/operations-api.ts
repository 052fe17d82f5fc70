import {
  type AuditAction,
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
  listAudit,
  listMails,
} from '@cytocomm/contract';
import { isApiProblem, malformed } from '@cytocomm/http';
import { endpoint, ON_TAKEN_NAME, portalApi } from '@cytocomm/portal-api';

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
interface SignInWeek {
  readonly days: readonly SignInDay[];
  readonly complete: boolean;
}

const PAGE = 100;
/** How far back the trail is read for the week, in pages. */
const MAX_PAGES = 5;
const DAY_MS = 86_400_000;

const SIGN_IN: AuditAction = 'sign-in.completed';

const tags = ['Operations'] as const;
const mails = endpoint(listMails, { tags });
const audit = endpoint(listAudit, { tags });

/** Reads how many mails are in a state, as far as one page tells. */
export function useMailCount(status: 'waiting' | 'troubled') {
  const { data, ...query } = mails.useQuery({ query: { status, limit: PAGE } });
  const count: Count | undefined = data && { count: data.items.length, more: data.nextCursor !== null };
  return { ...query, data: count };
}

export const { useQuery: useAudit } = audit;

// No call of its own: it is read once a visit, some pages long.
const weekApi = portalApi.injectEndpoints({
  overrideExisting: ON_TAKEN_NAME,
  endpoints: (build) => ({
    adminSignInWeek: build.query<SignInWeek, void>({
      queryFn: async (_, { dispatch }) => {
        const since = startOfWeek();
        const entries: AuditEntry[] = [];
        let cursor: string | null = null;
        let reached = false;
        for (let page = 0; page < MAX_PAGES && !reached; page += 1) {
          const query: AuditQuery = { limit: PAGE, action: SIGN_IN, ...(cursor !== null && { cursor }) };
          const { data, error }: { data?: AuditPage | undefined; error?: unknown } = await dispatch(
            audit.initiate({ query }, { subscribe: false }),
          );
          if (!data) return { error: isApiProblem(error) ? error : malformed(0) };
          entries.push(...data.items);
          cursor = data.nextCursor;
          reached = cursor === null || (data.items.at(-1)?.at ?? '') < since;
        }
        return { data: { days: countByDay(entries), complete: reached } };
      },
    }),
  }),
});

export const { useAdminSignInWeekQuery: useSignInWeek } = weekApi;

/** Returns the last seven days, today included. */
function lastDays(now = Date.now()): string[] {
  return [6, 5, 4, 3, 2, 1, 0].map((back) => new Date(now - back * DAY_MS).toISOString().slice(0, 10));
}

const startOfWeek = (): string => `${lastDays()[0] ?? ''}T00:00:00.000Z`;

function countByDay(entries: readonly AuditEntry[]): SignInDay[] {
  const signIns = entries.filter(({ action }) => action === SIGN_IN);
  return lastDays().map((day) => ({ day, count: signIns.filter(({ at }) => at.startsWith(day)).length }));
}
