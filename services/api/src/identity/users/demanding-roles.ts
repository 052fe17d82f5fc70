import { ConfigurationError } from '@cytocomm/runtime';
import type { Core } from '../../platform/core.ts';
import type { RoleSource } from './role-source.ts';

/**
 * Throws ConfigurationError for a name in `SECOND_FACTOR_ROLES` that is no role: nobody would be asked for a passkey by it. One
 * that a remote had and lost is let through with a line in the log: nobody has its rights, and a restart must not fail by it.
 */
export async function assertDemandingRoles(core: Pick<Core, 'config' | 'log'>, roles: RoleSource): Promise<void> {
  const names = core.config.secondFactorRoles;
  const existing = await roles.existing(names);
  const gone = names.filter((name) => !existing.includes(name));
  if (gone.length === 0) return;
  const former = await roles.former(gone);
  const unknown = gone.filter((name) => !former.includes(name));
  if (unknown.length > 0)
    throw new ConfigurationError(
      `SECOND_FACTOR_ROLES: there is no role ${unknown.join(', ')}. A remote's role is there once the table of remotes allows it: start without it, allow it, then set it.`,
    );
  core.log.warn({ roles: gone }, 'SECOND_FACTOR_ROLES names roles that no remote has any more');
}
