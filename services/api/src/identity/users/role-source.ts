import type { Role } from '@cytocomm/contract';

/** Which roles there are: those of the portal itself, and those that remotes have. */
export interface RoleSource {
  /** Returns those of some roles that exist: a role that no remote has any more opens nothing from then on. */
  existing(roles: readonly Role[]): Promise<readonly Role[]>;
  /** Returns those of some roles that a remote had before. */
  former(roles: readonly Role[]): Promise<readonly Role[]>;
}
