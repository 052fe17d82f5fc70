import {
  addressOf,
  type CanaryShare,
  canaryShareSchema,
  listRemoteReleases,
  MAX_CANARY_HOURS,
} from '@cytocomm/contract';
import { valid } from 'semver';
import { z } from 'zod';
import { readRemoteSource } from '../remote-source.ts';
import { type CommandContext, CommandFailed } from './command-context.ts';
import { callPortal, type PortalTarget, readStatus, readTarget } from './portal-calls.ts';
import { promoteRemote, rollBackRemote, stopOwnCanary, wordsOf } from './promotion.ts';

/** How many releases the status lists. */
const MAX_LISTED_RELEASES = 5;

const releasesSchema = z.object({
  items: z.array(
    z.object({
      version: z.string(),
      publishedAt: z.string(),
      publishedBy: z.string(),
      live: z.boolean(),
      gate: z.object({ outcome: z.string() }),
    }),
  ),
});

/** Returns the lines of a status: the live release, the canary and the newest releases. Throws CommandFailed. */
export async function describeStatus(target: PortalTarget, remote: string): Promise<readonly string[]> {
  const status = await readStatus(target, remote);
  const { value: releases } = await callPortal(target, {
    method: listRemoteReleases.method,
    address: addressOf(listRemoteReleases, { remote }, { limit: MAX_LISTED_RELEASES }),
    schema: releasesSchema,
    failed: `The releases of ${remote} cannot be seen`,
    unanswered: 'Try again when it is there.',
    isPatient: true,
  });
  const { live, canary, runningCanary, switchedOff, mayPromote, api } = status;
  return [
    `${remote} at ${target.portal.origin} (API ${api})`,
    `  live: ${live ? live.version : 'nothing'}`,
    ...(canary ? [`  canary: ${canary.version} for ${wordsOf(canary.share)}, started by ${canary.startedBy}`] : []),
    ...(runningCanary
      ? [
          `  a canary of ${runningCanary.startedBy} runs since ${runningCanary.startedAt}, for ${MAX_CANARY_HOURS} h at most`,
        ]
      : []),
    ...(switchedOff ? [`  switched off since ${switchedOff.at} by ${switchedOff.by}: ${switchedOff.reason}`] : []),
    `  its team ${mayPromote ? 'may' : 'may not'} promote it`,
    ...releases.items.map(
      ({ version, publishedAt, publishedBy, live: isLive, gate }) =>
        `  ${isLive ? '*' : ' '} ${version}  ${publishedAt}  ${publishedBy}  gate: ${gate.outcome}`,
    ),
  ];
}

/** The longest reason that the history takes, in characters. */
const MAX_REASON = 500;

const targetOf = ({ env }: CommandContext) => readTarget(env.PORTAL_URL, env.PORTAL_TOKEN);

async function remoteOf({ dir, options }: CommandContext): Promise<string> {
  const named = options.remote;
  if (named === undefined) return (await readRemoteSource(dir)).config.name;
  if (/^[a-z][a-z0-9-]*$/.test(named)) return named;
  throw new CommandFailed(`--remote is "${named}", which is no name of a remote.`);
}

async function versionOf({ dir, args, options }: CommandContext): Promise<string> {
  const [version] = args;
  if (version !== undefined) {
    // The id of a release is a version, too. What semver mends ("v1.4.0") the portal does not.
    if (valid(version) !== null && /^\d/.test(version)) return version;
    throw new CommandFailed(`"${version}" is no version: it is written as in package.json, like 1.4.0.`);
  }
  if (options.remote !== undefined) throw new CommandFailed('With --remote the version has to be named, too.');
  return (await readRemoteSource(dir)).version;
}

function reasonOf({ options }: CommandContext): string | undefined {
  const reason = options.reason?.trim();
  if (reason !== undefined && reason.length > MAX_REASON)
    throw new CommandFailed(`--reason may have ${MAX_REASON} characters.`);
  return reason;
}

function shareOf({ percent, roles }: CommandContext['options']): CanaryShare {
  if ((percent === undefined) === (roles === undefined))
    throw new CommandFailed('canary takes either --percent NUMBER or --roles ROLE,…');
  const share =
    percent === undefined ? { roles: roles?.split(',').map((role) => role.trim()) } : { percent: Number(percent) };
  const parsed = canaryShareSchema.safeParse(share);
  if (parsed.success) return parsed.data;
  throw new CommandFailed(
    percent === undefined
      ? `--roles is "${roles}", which are no roles.`
      : `--percent is "${percent}", and has to be 1 to 50.`,
  );
}

/** Promotes for everybody. */
export async function runPromote(context: CommandContext): Promise<void> {
  const wanted = { remote: await remoteOf(context), version: await versionOf(context), reason: reasonOf(context) };
  context.say(await promoteRemote(targetOf(context), wanted));
}

/** Begins a canary, or ends it. */
export async function runCanary(context: CommandContext): Promise<void> {
  const { options, args, say } = context;
  if (options.stop !== undefined) {
    if (args.length > 0 || options.percent !== undefined || options.roles !== undefined)
      throw new CommandFailed('canary --stop takes no version and no share.');
    return say(await stopOwnCanary(targetOf(context), await remoteOf(context)));
  }
  const share = shareOf(options);
  const wanted = {
    remote: await remoteOf(context),
    version: await versionOf(context),
    reason: reasonOf(context),
    share,
  };
  say(await promoteRemote(targetOf(context), wanted));
}

/** Rolls the remote back. */
export async function runRollback(context: CommandContext): Promise<void> {
  const reason = reasonOf(context);
  context.say(await rollBackRemote(targetOf(context), await remoteOf(context), reason));
}

/** Prints what is live of the remote. */
export async function runStatus(context: CommandContext): Promise<void> {
  for (const line of await describeStatus(targetOf(context), await remoteOf(context))) context.say(line);
}
