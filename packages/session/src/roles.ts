import { type BuiltInRole, type Role, roleName, type TeamRole } from '@cytocomm/contract';

// A record, so that a role added to the contract and forgotten here is a type error.
const BUILT_IN: Record<BuiltInRole, true> = { admin: true, investor: true, customer: true, developer: true };

/** The words for the roles that the remotes of this page bring. */
const brought = new Map<Role, string>();

/** Keeps the words for roles that the remotes of this page bring; the portal's own have theirs. */
export function keepRoles(roles: readonly TeamRole[]): void {
  for (const { name, label } of roles) if (!Object.hasOwn(BUILT_IN, name)) brought.set(name, label);
}

/** Whether a value is a role that this page knows: of the portal, or of one of its remotes. */
export const isRole = (value: unknown): value is Role =>
  typeof value === 'string' && (Object.hasOwn(BUILT_IN, value) || brought.has(value));

/** Returns a role as people read it: `Investor`, or what the remote that brings it calls it. */
export const roleLabel = (role: Role): string => brought.get(role) ?? roleName(role);
