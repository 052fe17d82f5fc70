import { type Claims, remoteParamsSchema, remoteSettingsSchema } from '@cytocomm/contract';
import { createClaimsTable } from '../../delivery/releases/claims.ts';
import { joinClaims, readRequestedClaims } from '../../delivery/releases/default-claims.ts';
import { type Command, type CommandRun, readArguments, UsageError } from './command.ts';

const USAGE = 'npm run remotes -- allow REMOTE [--may-promote]';
const ACTOR = { actor: null, from: 'command line' };

function sentence({ routes, sections, roles, links = [], backends = [] }: Claims): string {
  const parts = [
    ['addresses', routes],
    ['sections', sections],
    ['roles', roles],
    ...(links.length > 0 ? [['menus', links] as const] : []),
    ['backends', backends.map(({ audience, origin }) => `${audience} at ${origin}`)],
  ] as const;
  return parts.map(([kind, names]) => `${kind}: ${names.join(', ') || 'none'}`).join('; ');
}

function allow(remote: string, alsoPromote: boolean): CommandRun {
  return async ({ core }) => {
    await core.audit.assertProvable();
    const request = await readRequestedClaims(core.database.connection, remote);
    if (request === undefined)
      throw new UsageError(`${remote} has published nothing: publish a release first, which may be refused.`);
    const table = createClaimsTable(core);
    const row = (await table.list()).items.find((item) => item.remote === remote);
    const claims = row === undefined ? request.claims : joinClaims(row.claims, request.claims);
    const mayPromote = alsoPromote || row?.mayPromote === true;
    const settings = remoteSettingsSchema.safeParse({ claims, mayPromote });
    if (!settings.success)
      throw new UsageError(`${remote} would have more than the table takes: an admin sets the row.`);
    await table.change(remote, settings.data, ACTOR);
    return `${remote} may have what ${request.release} asks for. Its row: ${sentence(claims)}; its team ${mayPromote ? 'may' : 'may not'} promote it.\nPublish a release that was refused for it again: it is judged once more.`;
  };
}

/** `remotes allow REMOTE`: sets the row of a remote to what it has and what its newest release claims, and whether its team promotes it. */
export const remotesCommand: Command = {
  usage: USAGE,
  purpose:
    'Allows a remote what its newest release claims, besides what the table of remotes allows it already: addresses, sections, roles, menus and backends; with --may-promote its team promotes it from then on. Prints the row.',
  read(args) {
    const { positionals, values } = readArguments(args, USAGE, { 'may-promote': { type: 'boolean' } });
    const [verb, name, ...more] = positionals;
    const remote = remoteParamsSchema.safeParse({ remote: name });
    if (verb !== 'allow' || more.length > 0 || !remote.success)
      throw new UsageError(`One remote has to be named. Usage: ${USAGE}`);
    return allow(remote.data.remote, values['may-promote'] === true);
  },
};
