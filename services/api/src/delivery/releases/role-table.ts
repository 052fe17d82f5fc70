import { isBuiltInRole, type Role, roleSchema } from '@cytocomm/contract';
import { z } from 'zod';
import type { Core } from '../../main/core.ts';
import { currentRequestId } from '../../platform/http/request-id.ts';

/** Which roles there are: those of the portal itself, and those that the table of remotes names. */
export interface RoleTable {
  /**
   * Returns those of some roles that exist. The database is asked for roles of teams alone, on each call: a role that no row
   * names any more opens nothing from then on.
   */
  existing(roles: readonly Role[]): Promise<readonly Role[]>;
  /** Returns those of some roles that a row named before. */
  former(roles: readonly Role[]): Promise<readonly Role[]>;
}

const rowsSchema = z.array(z.object({ claims: z.object({ roles: z.array(roleSchema) }) }));
const formerRowsSchema = z.array(z.object({ formerRoles: z.array(z.object({ role: roleSchema })) }));

/** Creates the table of roles of a database. */
export function createRoleTable({ database }: Pick<Core, 'database'>): RoleTable {
  // By the driver: commands have no model of this collection.
  const remotes = database.connection.collection('remotes');
  return {
    existing: async (roles) => {
      const brought = roles.filter((role) => !isBuiltInRole(role));
      if (brought.length === 0) return roles;
      const rows = await remotes
        .find({ 'claims.roles': { $in: brought } }, { projection: { 'claims.roles': 1 }, comment: currentRequestId() })
        .toArray();
      const named = new Set(rowsSchema.parse(rows).flatMap(({ claims }) => claims.roles));
      return roles.filter((role) => isBuiltInRole(role) || named.has(role));
    },
    former: async (roles) => {
      const rows = await remotes
        .find({ 'formerRoles.role': { $in: [...roles] } }, { projection: { 'formerRoles.role': 1 } })
        .toArray();
      const named = new Set(
        formerRowsSchema.parse(rows).flatMap(({ formerRoles }) => formerRoles.map(({ role }) => role)),
      );
      return roles.filter((role) => named.has(role));
    },
  };
}
