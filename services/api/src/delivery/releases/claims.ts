import {
  API_VERSION,
  type Backend,
  type Claims,
  isBuiltInRole,
  type RemoteItem,
  type RemoteList,
  type RemoteSettings,
  type RemoteStatus,
  type Role,
  roleSchema,
} from '@cytocomm/contract';
import { type ClaimsRow, COMMON_ROLES, reservedClaims } from '@cytocomm/releases';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import type { RoleSource } from '../../identity/users/roles.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { conflict, invalidFields } from '../../platform/calls/problem.ts';
import { currentRequestId } from '../../platform/calls/request-id.ts';
import type { Core } from '../../platform/core.ts';
import { sessionOption } from '../../platform/database/transaction.ts';
import { DEFAULT_CLAIMS } from './default-claims.ts';
import { type LiveReleases, readLiveReleases } from './live-releases.ts';
import { type FormerRole, type RemoteRecord, releaseModel, remoteModel, tableChangeModel } from './model.ts';

const rowsSchema = z.array(z.object({ claims: z.object({ roles: z.array(roleSchema) }) }));
const formerRowsSchema = z.array(z.object({ formerRoles: z.array(z.object({ role: roleSchema })) }));

/** Creates the source of roles in the table of remotes; team roles are read on each call. */
export function createRoleTable({ database }: Pick<Core, 'database'>): RoleSource {
  // Without a model, which commands do not have.
  const remotes = database.connection.collection('remotes');
  return {
    existing: async (roles) => {
      const teamRoles = roles.filter((role) => !isBuiltInRole(role));
      if (teamRoles.length === 0) return roles;
      const rows = await remotes
        .find(
          { 'claims.roles': { $in: teamRoles } },
          { projection: { 'claims.roles': 1 }, comment: currentRequestId() },
        )
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

/** People counted per role, and former roles stored per row. */
const MAX_COUNT = 100;
const MAX_FORMER = 50;

/** Former owners of removed team roles. */
interface RoleOwners {
  /**
   * Returns the former roles of a row once it has these roles. Throws 409 for a role that returns under another remote while
   * people still have it.
   */
  formerRoles(remote: string, roles: readonly Role[], number: number): Promise<readonly FormerRole[]>;
}

/** Creates the owners of roles. */
function createRoleOwners(connection: Connection): RoleOwners {
  const rows = remoteModel(connection);
  // Without a model, which commands do not have.
  const users = connection.collection('users');

  /** Returns the last remote with the role; undefined without one. */
  async function lastOwner(role: Role): Promise<string | undefined> {
    const owners = await rows.find({ 'formerRoles.role': role }).lean();
    const until = ({ formerRoles = [] }: RemoteRecord) => formerRoles.find((each) => each.role === role)?.until ?? 0;
    return owners.sort((one, other) => until(other) - until(one))[0]?._id;
  }

  async function assertMayReturn(remote: string, role: Role): Promise<void> {
    const owner = await lastOwner(role);
    if (owner === remote || (await rows.exists({ 'claims.roles': role })) !== null) return;
    const holders = await users.countDocuments({ roles: role }, { limit: MAX_COUNT, ...sessionOption() });
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
      const former = (row?.formerRoles ?? []).filter(({ role }) => !roles.includes(role));
      const removed = before.filter((role) => !isBuiltInRole(role) && !roles.includes(role));
      return [...former, ...removed.map((role) => ({ role, until: number }))].slice(-MAX_FORMER);
    },
  };
}

/** The claims of remotes, and the rights of their teams. */
export interface ClaimsTable {
  /** Returns all remotes: built-in ones, those with a row and those with releases. */
  list(): Promise<RemoteList>;
  /** Returns one remote with its live releases; an unknown one has the default claims. */
  read(remote: string): Promise<RemoteStatus>;
  /**
   * Sets the row of a remote. Throws 400 for a reserved route and an audience of another origin, 409 for a role that people
   * have from another team.
   */
  change(remote: string, settings: RemoteSettings, actor: Actor): Promise<RemoteItem>;
  /** Returns the claims that a remote may make. */
  claimsOf(remote: string): Promise<ClaimsRow>;
  /** Returns the backends that a remote may call; none while it is switched off. */
  backendsOf(remote: string): Promise<readonly Backend[]>;
  /** Filters roles down to existing ones. */
  readonly existingRoles: RoleSource['existing'];
  /** Whether the team of a remote may promote it. */
  mayPromote(remote: string): Promise<boolean>;
}

const NOTHING: Claims = { routes: [], sections: [], roles: [] };
/** The settings of a remote without a row. */
const COMMON: RemoteSettings = { claims: { ...NOTHING, roles: COMMON_ROLES }, mayPromote: false };

/** Creates the table of claims. */
export function createClaimsTable({ change, config, database }: Core): ClaimsTable {
  const model = remoteModel(database.connection);
  const releases = releaseModel(database.connection);
  const changes = tableChangeModel(database.connection);
  const roleOwners = createRoleOwners(database.connection);

  /** Returns the settings by remote; rows override default claims. */
  async function readTable(): Promise<Map<string, RemoteSettings>> {
    const table = new Map<string, RemoteSettings>(
      Object.entries(DEFAULT_CLAIMS).map(([remote, claims]) => [remote, { claims, mayPromote: false }]),
    );
    for (const { _id, claims, mayPromote } of await model.find().lean()) table.set(_id, { claims, mayPromote });
    return table;
  }

  function presentRemote(remote: string, { claims, mayPromote }: RemoteSettings, live: LiveReleases): RemoteItem {
    const off = live.switchedOff(remote);
    const switchedOff = off === undefined ? null : { reason: off.reason, at: off.at.toISOString(), by: off.by };
    return { remote, claims, mayPromote, switchedOff };
  }

  return {
    list: async () => {
      const [table, live, published] = await Promise.all([
        readTable(),
        readLiveReleases(database.connection),
        // The condition makes it use the index.
        releases.distinct('remote', { remote: { $gt: '' } }),
      ]);
      const names = [...new Set([...table.keys(), ...published])].sort();
      return { items: names.map((remote) => presentRemote(remote, table.get(remote) ?? COMMON, live)) };
    },

    read: async (remote) => {
      const [table, live] = await Promise.all([readTable(), readLiveReleases(database.connection)]);
      const item = presentRemote(remote, table.get(remote) ?? COMMON, live);
      return { ...item, ...(await live.partsOf(remote)), api: API_VERSION };
    },

    change: async (remote, settings, actor) => {
      const reserved = reservedClaims(remote, settings.claims);
      if (reserved.length > 0)
        throw invalidFields(
          reserved.map((route) => ({ path: 'body.claims.routes', message: `${route} is the portal's own` })),
        );
      const { claims, mayPromote } = settings;
      await change(actor, async ({ audit, announce }) => {
        const last = await changes.findByIdAndUpdate('last', { $inc: { number: 1 } }, { upsert: true }).lean();
        const faults = backendFaults(remote, claims, await readTable(), config.publicUrl);
        if (faults.length > 0)
          throw invalidFields(faults.map((message) => ({ path: 'body.claims.backends', message })));
        const formerRoles = await roleOwners.formerRoles(remote, claims.roles, (last?.number ?? 0) + 1);
        await model.updateOne({ _id: remote }, { $set: { claims, mayPromote, formerRoles } }, { upsert: true });
        announce({ collection: 'remotes', type: 'changed', id: remote }, 'developer');
        audit('remote.changed', remote, { claims: JSON.stringify(claims), mayPromote: String(mayPromote) });
      });
      return presentRemote(remote, settings, await readLiveReleases(database.connection));
    },

    claimsOf: async (remote) => {
      const row = await model.findById(remote).lean();
      const isPortals = Object.hasOwn(DEFAULT_CLAIMS, remote);
      if (row !== null) return { claims: row.claims, isPortals };
      const table = await readTable();
      const claims = table.get(remote)?.claims ?? NOTHING;
      table.delete(remote);
      return {
        claims: { ...claims, roles: [...new Set([...claims.roles, ...COMMON_ROLES])] },
        others: [...table.values()].map((each) => each.claims),
        isPortals,
      };
    },

    backendsOf: async (remote) => {
      const [row, live] = await Promise.all([model.findById(remote).lean(), readLiveReleases(database.connection)]);
      return live.switchedOff(remote) === undefined ? (row?.claims.backends ?? []) : [];
    },

    existingRoles: createRoleTable({ database }).existing,

    mayPromote: async (remote) => (await model.findById(remote).lean())?.mayPromote ?? false,
  };
}

/**
 * Returns the faults of backends: an origin without https in a portal with it, and an audience that another remote uses for
 * another origin, which could misuse the tokens.
 */
function backendFaults(
  remote: string,
  { backends = [] }: Claims,
  table: ReadonlyMap<string, RemoteSettings>,
  publicUrl: string,
): string[] {
  const others = [...table].flatMap(([name, { claims }]) =>
    name === remote ? [] : (claims.backends ?? []).map((backend) => ({ ...backend, name })),
  );
  return backends.flatMap(({ audience, origin }) => {
    const other = others.find((each) => each.audience === audience && each.origin !== origin);
    return [
      ...(publicUrl.startsWith('https:') && !origin.startsWith('https:') ? [`${origin} must use https`] : []),
      ...(other === undefined ? [] : [`${audience} is ${other.origin} for ${other.name}: choose another audience`]),
    ];
  });
}
