import { builtInRoleSchema, isBuiltInRole, type Role } from '@cytocomm/contract';
import type { FakePortal } from './state.ts';

/** Whether there is a role of this name: of the portal, or named by the table of remotes. */
export function isRole({ data }: FakePortal, role: Role): boolean {
  return isBuiltInRole(role) || data.remotes.some(({ claims }) => claims.roles.includes(role));
}

/** Returns roles in the order in which the server lists them: those of the portal first. */
export function inOrder(roles: readonly Role[]): Role[] {
  return [
    ...builtInRoleSchema.options.filter((role) => roles.includes(role)),
    ...roles.filter((role) => !isBuiltInRole(role)),
  ];
}
