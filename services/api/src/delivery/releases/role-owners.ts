import { isBuiltInRole, type Role } from '@cytocomm/contract';
import type { Connection } from 'mongoose';
import { conflict } from '../../platform/http/problem.ts';
import { type FormerRole, type RemoteRecord, remoteModel } from './claims-model.ts';

/** How far people with a role are counted, and how many roles a row remembers. */
const MAX_COUNT = 100;
const MAX_FORMER = 50;

/** Whose a role of a team was, once no row names it any more. */
export interface RoleOwners {
  /**
   * Returns the roles that a row named before, when it names these from the change of this number on. Throws 409 for a role
   * that returns under another remote while people have it: they were given it for the one that had it last.
   */
  formerRoles(remote: string, roles: readonly Role[], number: number): Promise<readonly FormerRole[]>;
}

/** Creates it for the table of a database. */
export function createRoleOwners(connection: Connection): RoleOwners {
  const rows = remoteModel(connection);
  // By the driver: commands have no model of this collection.
  const users = connection.collection('users');

  /** Returns the remote whose row named the role last; undefined when none did. */
  async function lastOwner(role: Role): Promise<string | undefined> {
    const owners = await rows.find({ 'formerRoles.role': role }).lean();
    const until = ({ formerRoles = [] }: RemoteRecord) => formerRoles.find((each) => each.role === role)?.until ?? 0;
    return owners.sort((one, other) => until(other) - until(one))[0]?._id;
  }

  async function assertMayReturn(remote: string, role: Role): Promise<void> {
    const owner = await lastOwner(role);
    if (owner === remote || (await rows.exists({ 'claims.roles': role })) !== null) return;
    const holders = await users.countDocuments({ roles: role }, { limit: MAX_COUNT });
    if (holders === 0) return;
    const people = holders === 1 ? '1 person has' : `${holders === MAX_COUNT ? 'At least ' : ''}${holders} people have`;
    throw conflict(
      'conflict',
      `${people} the role ${role}${owner === undefined ? '' : ` of ${owner}`}: take it from them first, or choose another name.`,
    );
  }

  return {
    formerRoles: async (remote, roles, number) => {
      const row = await rows.findById(remote).lean();
      const before = row?.claims.roles ?? [];
      for (const role of roles) if (!isBuiltInRole(role) && !before.includes(role)) await assertMayReturn(remote, role);
      const kept = (row?.formerRoles ?? []).filter(({ role }) => !roles.includes(role));
      const gone = before.filter((role) => !isBuiltInRole(role) && !roles.includes(role));
      return [...kept, ...gone.map((role) => ({ role, until: number }))].slice(-MAX_FORMER);
    },
  };
}
