import { addressOf, listRemoteReleases, MAX_CANARY_HOURS } from '@cytocomm/contract';
import { z } from 'zod';
import { callPortal } from './portal-calls.ts';
import type { PortalTarget } from './portal-target.ts';
import { wordsOf } from './promotion.ts';
import { readStatus } from './remote-status.ts';

/** How many releases are told of. */
const TOLD_RELEASES = 5;

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

/** Returns lines about a remote: what is live and tried, and its newest releases. Throws CommandFailed. */
export async function tellStatus(target: PortalTarget, remote: string): Promise<readonly string[]> {
  const status = await readStatus(target, remote);
  const { value: releases } = await callPortal(target, {
    method: listRemoteReleases.method,
    address: addressOf(listRemoteReleases, { remote }, { limit: TOLD_RELEASES }),
    schema: releasesSchema,
    failed: `The releases of ${remote} cannot be seen`,
    unanswered: 'Try again when it is there.',
    isPatient: true,
  });
  const { live, canary, runningCanary, switchedOff, mayPromote, api } = status;
  return [
    `${remote} at ${target.portal.origin} (API ${api})`,
    `  live: ${live ? live.version : 'nothing'}`,
    ...(canary ? [`  canary: ${canary.version} for ${wordsOf(canary.share)}, begun by ${canary.startedBy}`] : []),
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
