import type { CanaryShare, RemoteItem, Role } from '@cytocomm/contract';

/** The largest share of visitors that a canary gets, in per cent. */
export const MAX_PERCENT = 50;

const OF_PORTAL: readonly Role[] = ['developer', 'admin', 'investor', 'customer'];

/** Returns the roles that a canary can be for: those of the portal itself, then those that the table of remotes names. */
export function canaryRoles(remotes: readonly RemoteItem[]): readonly Role[] {
  return [...new Set([...OF_PORTAL, ...remotes.flatMap(({ claims }) => claims.roles).sort()])];
}

/** For whom a promotion is, as it stands in the form. */
export interface Audience {
  readonly kind: 'everybody' | 'percent' | 'roles';
  /** As typed. */
  readonly percent: string;
  readonly roles: readonly Role[];
}

/** What is wrong with an audience, for its field; null when nothing is. */
export function audienceProblem({ kind, percent, roles }: Audience): string | null {
  if (kind === 'roles') return roles.length === 0 ? 'Choose a role.' : null;
  const share = Number(percent);
  const isShare = Number.isInteger(share) && share >= 1 && share <= MAX_PERCENT;
  return kind === 'everybody' || isShare ? null : `A whole number from 1 to ${MAX_PERCENT}.`;
}

/** Returns the canary of a valid audience; undefined for everybody, which is none. */
export function canaryOf({ kind, percent, roles }: Audience): CanaryShare | undefined {
  if (kind === 'everybody') return undefined;
  return kind === 'percent' ? { percent: Number(percent) } : { roles: [...roles] };
}
