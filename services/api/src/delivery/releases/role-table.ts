import { isBuiltInRole, roleSchema } from '@cytocomm/contract';
import { z } from 'zod';
import type { RoleSource } from '../../identity/users/role-source.ts';
import { currentRequestId } from '../../platform/calls/request-id.ts';
import type { Core } from '../../platform/core.ts';

const rowsSchema = z.array(z.object({ claims: z.object({ roles: z.array(roleSchema) }) }));
const formerRowsSchema = z.array(z.object({ formerRoles: z.array(z.object({ role: roleSchema })) }));

/** Returns the roles that the table of remotes names. The database is asked for roles of teams alone, on each call. */
export function createRoleTable({ database }: Pick<Core, 'database'>): RoleSource {
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
