import {
  addUser,
  changeUserGroup,
  changeUserRole,
  deleteUser,
  endUserSessions,
  inviteUsers,
  listRemotes,
  listSignIns,
  listUsers,
  type Role,
  renameUser,
  resendInvitation,
  resetPasskeys,
  type User,
} from '@cytocomm/contract';
import type { AnswerHeaders } from '@cytocomm/http';
import { deletion, endpoint, mutation, pagesOfArrays, portalStore } from '@cytocomm/portal-api';
import { useMemo } from 'react';
import type { ShownQuery } from '../lists/Loaded.tsx';

/** The roles of the portal itself that an admin can give, in the order of the table. */
const OF_PORTAL: readonly Role[] = ['admin', 'investor', 'customer'];
/** Given by the command line alone. */
const NOT_GIVEN = 'developer';

const { useQuery: useRemotes } = endpoint(listRemotes, { tags: ['Remote'] });

/** The roles that an admin can give. */
export interface AssignableRoles {
  readonly roles: readonly Role[];
  /** Whether the server has said which roles teams have; until then those of the portal itself are here alone. */
  readonly isComplete: boolean;
  /** Why those of teams are missing; null while they are awaited or known. */
  readonly failure: ShownQuery | null;
}

/** Returns the roles that an admin can give: those of the portal itself, then those of teams in the order of the alphabet. */
export function useAssignableRoles(): AssignableRoles {
  const query = useRemotes();
  const { data, error } = query;
  const assignable = useMemo(() => {
    const named = Array.isArray(data?.items) ? data.items.flatMap(({ claims }) => claims?.roles ?? []) : [];
    const ofTeams = named.filter((role) => role !== NOT_GIVEN && !OF_PORTAL.includes(role));
    return { roles: [...OF_PORTAL, ...[...new Set(ofTeams)].sort()], isComplete: data !== undefined };
  }, [data]);
  return { ...assignable, failure: data === undefined && error !== undefined ? query : null };
}

/** One page of people: who is on it, how many there are in all, and where the next page starts. */
export interface UserPage {
  readonly items: readonly User[];
  readonly total: number;
  /** The server stopped counting: there may be more than `total`. */
  readonly atLeast: boolean;
  readonly nextCursor: string | null;
}

const tags = ['User'] as const;

function toPage(items: readonly User[], headers: AnswerHeaders): UserPage {
  return {
    items,
    total: Number(headers.get('x-total-count') ?? items.length),
    atLeast: headers.get('x-total-count-relation') === 'gte',
    nextCursor: nextCursor(headers.get('link') ?? ''),
  };
}

/** Returns the cursor in a `Link` header with `rel="next"`. */
function nextCursor(link: string): string | null {
  const target = /<([^>]+)>\s*;\s*rel="?next"?/.exec(link)?.[1];
  return target === undefined ? null : new URL(target, 'http://portal.invalid').searchParams.get('cursor');
}

function withRole(roles: User['roles'], role: Role, enable: boolean): User['roles'] {
  const others = roles.filter((each) => each !== role);
  return enable ? [...others, role] : others;
}

const users = pagesOfArrays(listUsers, toPage, { tags });

export const { useInfiniteQuery: useUserPages } = users;
export const { useMutation: useAddUser } = mutation(addUser, { tags });
export const { useMutation: useDeleteUser } = deletion(deleteUser, { tags: [...tags, 'Bin'] });
// What somebody reads changes with it, and how many read something.
export const { useMutation: useChangeGroup } = mutation(changeUserGroup, { tags });
// The history of sign-ins tells of it.
export const { useMutation: useEndSessions } = mutation(endUserSessions, { tags: ['Operations'] });
export const { useMutation: useResetPasskeys } = mutation(resetPasskeys, { tags: ['Operations'] });
export const { useMutation: useRenameUser } = mutation(renameUser, { tags });
// The mail shows in the list of mails.
export const { useMutation: useResendInvitation } = mutation(resendInvitation, { tags: ['Operations'] });
export const { useMutation: useInviteUsers } = mutation(inviteUsers, { tags: ['Operations'] });
export const { useQuery: useSignInHistory } = endpoint(listSignIns, { tags: ['Operations'] });
export const { useMutation: useChangeRole } = mutation(changeUserRole, {
  tags,
  // The box is ticked at once, in every list of people; a refusal ticks it back.
  optimistic: ({ params: { email }, body: { role, enable } }) => {
    const { util } = users.api;
    const changes = util.selectCachedArgsForQuery(portalStore.getState(), users.name).map((searched) =>
      portalStore.dispatch(
        util.updateQueryData(users.name, searched, ({ pages }) => {
          for (const user of pages.flatMap(({ items }) => items).filter((each) => each.email === email))
            user.roles = withRole(user.roles, role, enable);
        }),
      ),
    );
    return () => {
      for (const change of changes) change.undo();
    };
  },
});
