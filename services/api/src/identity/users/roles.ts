import type { Role } from '@cytocomm/contract';
import { ConfigurationError } from '@cytocomm/runtime';
import type { Connection } from 'mongoose';
import type { Core } from '../../platform/core.ts';
import { type Page, type PageRequest, readPage } from '../../platform/lists/pages.ts';
import { type UserRecord, userModel } from './model.ts';

/** Which roles there are: those of the portal itself, and those that remotes have. */
export interface RoleSource {
  /** Returns those of some roles that exist: a role that no remote has any more opens nothing from then on. */
  existing(roles: readonly Role[]): Promise<readonly Role[]>;
  /** Returns those of some roles that a remote had before. */
  former(roles: readonly Role[]): Promise<readonly Role[]>;
}

/**
 * Throws ConfigurationError for a name in `SECOND_FACTOR_ROLES` that is no role: it would demand a passkey of no one. One
 * that a remote had and lost only logs a warning: it gives no rights any more, and must not stop a restart.
 */
export async function assertDemandingRoles(core: Pick<Core, 'config' | 'log'>, roles: RoleSource): Promise<void> {
  const names = core.config.secondFactorRoles;
  const existing = await roles.existing(names);
  const missing = names.filter((name) => !existing.includes(name));
  if (missing.length === 0) return;
  const former = await roles.former(missing);
  const unknown = missing.filter((name) => !former.includes(name));
  if (unknown.length > 0)
    throw new ConfigurationError(
      `SECOND_FACTOR_ROLES: there is no role ${unknown.join(', ')}. A remote's role is there once the table of remotes allows it: start without it, allow it, then set it.`,
    );
  core.log.warn({ roles: missing }, 'SECOND_FACTOR_ROLES names roles that no remote has any more');
}

const FIELDS = { email: 1, name: 1, roles: 1, groups: 1, createdAt: 1, lastSignInAt: 1 } as const;

/** A person who holds a role, as lists show them. */
export type RoleHolder = Pick<UserRecord, '_id' | keyof typeof FIELDS>;

/** The people who hold a role. */
export interface RoleHolders {
  /** Returns those, in some groups or at all, whose e-mail comes after this one, in that order. */
  after(role: string, groups: readonly string[], email: string, limit: number): Promise<readonly RoleHolder[]>;
  /** Returns a page of people. Throws 400 for a cursor that no page had. */
  page(request: PageRequest<RoleHolder>): Promise<Page<RoleHolder>>;
}

/** Creates the lookup of people by role. */
export function createRoleHolders(connection: Connection): RoleHolders {
  const model = userModel(connection);
  return {
    after: (role, groups, email, limit) =>
      model
        .find({ roles: role, ...(groups.length > 0 && { groups: { $in: groups } }), email: { $gt: email } }, FIELDS)
        .sort({ email: 1 })
        .limit(limit)
        .lean<RoleHolder[]>(),
    page: (request) => readPage(model, { ...request, fields: FIELDS }),
  };
}
