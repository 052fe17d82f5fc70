import { API_VERSION, addressOf, readRemote, remoteStatusSchema } from '@cytocomm/contract';
import { satisfies } from 'semver';
import { z } from 'zod';
import { CommandFailed, PortalRefused } from './command-failed.ts';
import { callPortal } from './portal-calls.ts';
import type { PortalTarget } from './portal-target.ts';

/** What is read of it: a newer portal may say more, and name roles that are not known here. */
const statusSchema = remoteStatusSchema
  .pick({ remote: true, mayPromote: true, switchedOff: true, live: true, api: true })
  .extend({
    canary: z
      .object({
        version: z.string(),
        release: z.string(),
        share: z.object({ percent: z.number(), roles: z.array(z.string()) }).partial(),
        startedBy: z.string(),
      })
      .nullable(),
    // A portal from before it was told says nothing.
    runningCanary: remoteStatusSchema.shape.runningCanary.optional(),
  });

/** What visitors get of a remote now, and what its team may do. */
export type Status = z.infer<typeof statusSchema>;

const strange = (origin: string) => `${origin} does not answer as a portal does: is PORTAL_URL the address of one?`;
const INSTALL = 'Install the tools that it serves: npm install --save-dev @cytocomm/remote-tools@latest';

/**
 * Asks a portal about a remote. Throws CommandFailed for a token that is not of its team, a portal that is away, and one
 * whose API these tools are not made for.
 */
export async function readStatus(target: PortalTarget, remote: string): Promise<Status> {
  const { origin } = target.portal;
  try {
    const { value } = await callPortal(target, {
      method: readRemote.method,
      address: addressOf(readRemote, { remote }),
      // Read in two steps: of another API the rest may be another, too.
      schema: z.looseObject({ api: z.string() }),
      failed: `${origin} tells nothing of ${remote}`,
      unanswered: 'Nothing was changed: try again when it is there.',
      isPatient: true,
    });
    if (!satisfies(value.api, `^${API_VERSION}`))
      throw new CommandFailed(`The API of ${origin} is ${value.api}, and these tools need ^${API_VERSION}. ${INSTALL}`);
    const status = statusSchema.safeParse(value).data;
    if (!status) throw new CommandFailed(strange(origin));
    return status;
  } catch (error) {
    if (!(error instanceof PortalRefused)) throw error;
    // A portal from before this call has no such address, whatever the remote.
    if (error.code === 'not-found' || error.code === 'method-not-allowed')
      throw new CommandFailed(`${origin} is older than these tools, which need API ^${API_VERSION}. ${INSTALL}`, {
        cause: error,
      });
    if (error.status === 200 || (error.code === undefined && error.status === 404))
      throw new CommandFailed(strange(origin), { cause: error });
    throw error;
  }
}
