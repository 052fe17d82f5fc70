import {
  addressOf,
  type CanaryShare,
  type Promotion,
  promoteReleases,
  readLiveLock,
  rollBack,
  stopCanary,
} from '@cytocomm/contract';
import { z } from 'zod';
import { CommandFailed, PortalRefused } from './command-context.ts';
import { callPortal, type PortalTarget, readStatus, type Status } from './portal-calls.ts';

/** How often a promotion is made again from the lock that has become live meanwhile. */
const MAX_TRIES = 5;

const partSchema = z.object({ name: z.string(), version: z.string() });
const lockSchema = z.object({ id: z.string(), remotes: z.array(partSchema) });
const LOOK = 'Whether it was done, "portal status" tells; look before you try again.';

async function statusOfPromoter(target: PortalTarget, remote: string): Promise<Status> {
  const status = await readStatus(target, remote);
  if (status.mayPromote) return status;
  throw new CommandFailed(
    `The team of ${remote} may not promote it: an admin allows it in the portal's table of remotes.`,
  );
}

/** What of a remote is promoted, for whom and why. */
export interface WantedPromotion {
  readonly remote: string;
  /** A version, or the id of a release. */
  readonly version: string;
  /** By default everybody gets it. */
  readonly share?: CanaryShare | undefined;
  readonly reason?: string | undefined;
}

const isRelease = (version: string) => /-[0-9a-f]{12}$/.test(version);

/**
 * Promotes a published release of a remote, for everybody or as a canary. Returns a sentence about what is live now; throws
 * CommandFailed.
 */
export async function promoteRemote(
  target: PortalTarget,
  { remote, version, share, reason }: WantedPromotion,
): Promise<string> {
  const { live } = await statusOfPromoter(target, remote);
  if (live && [live.version, live.release].includes(version)) return `${remote} ${version} is live already.`;
  const failed = `${remote} ${version} was not promoted`;
  const set = [isRelease(version) ? { remote, release: version } : { remote, version }];
  for (let tries = 1; ; tries += 1) {
    const { value: now } = await callPortal(target, {
      method: readLiveLock.method,
      address: addressOf(readLiveLock),
      schema: lockSchema,
      failed,
      unanswered: 'Nothing was changed: try again when it is there.',
      isPatient: true,
    });
    // Somebody else was faster with the same.
    if (now.remotes.some((part) => part.name === remote && part.version === version))
      return `${remote} ${version} is live already.`;
    const body: Promotion = { base: now.id, set, ...(reason && { reason }), ...(share && { canary: share }) };
    try {
      await callPortal(target, {
        method: promoteReleases.method,
        address: addressOf(promoteReleases),
        body,
        schema: lockSchema,
        failed,
        unanswered: LOOK,
      });
      return share ? `${remote} ${version} is a canary for ${wordsOf(share)}.` : `${remote} ${version} is live.`;
    } catch (error) {
      // Somebody else's promotion was faster; this one is made again from theirs.
      if (!(error instanceof PortalRefused) || error.code !== 'lock-moved' || tries === MAX_TRIES) throw error;
    }
  }
}

/** Returns for whom a canary is, in words. */
export function wordsOf(share: {
  readonly percent?: number | undefined;
  readonly roles?: readonly string[] | undefined;
}): string {
  if (share.percent !== undefined) return `${share.percent} % of visitors`;
  return `people with the role ${(share.roles ?? []).join(' or ')}`;
}

/** Stops the canary of a team. Returns a sentence; throws CommandFailed. */
export async function stopOwnCanary(target: PortalTarget, remote: string): Promise<string> {
  await statusOfPromoter(target, remote);
  await callPortal(target, {
    method: stopCanary.method,
    address: addressOf(stopCanary),
    schema: lockSchema,
    failed: `The canary of ${remote} was not stopped`,
    unanswered: LOOK,
  });
  return `The canary of ${remote} is stopped; what is live stays.`;
}

/** Puts the release of a remote back that was live before the present one. Returns a sentence; throws CommandFailed. */
export async function rollBackRemote(target: PortalTarget, remote: string, reason?: string): Promise<string> {
  await statusOfPromoter(target, remote);
  const { value } = await callPortal(target, {
    method: rollBack.method,
    address: addressOf(rollBack),
    body: { remote, ...(reason && { reason }) },
    schema: lockSchema,
    failed: `${remote} was not rolled back`,
    unanswered: LOOK,
  });
  const now = value.remotes.find(({ name }) => name === remote);
  return `${remote} is back at ${now?.version ?? 'nothing'}.`;
}
