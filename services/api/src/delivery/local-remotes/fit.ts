import { API_VERSION, type Lock, type LockedRelease, type Release, releaseSchema } from '@cytocomm/contract';
import { hasOwnId, lockMisfits } from '@cytocomm/releases';
import { z } from 'zod';
import { ApiError } from '../../platform/calls/problem.ts';
import { gateRefused } from '../locks/refusals.ts';
import type { FindRelease } from '../releases/find-release.ts';

/** Returns 422: what the own machine has is not the release of the permitted remote. */
function invalid(detail: string): ApiError {
  return new ApiError(422, 'release-invalid', detail.slice(0, 2000));
}

function readRelease(value: unknown, remote: string, origin: string): Release {
  const parsed = releaseSchema.safeParse(value);
  if (!parsed.success)
    throw invalid(`${origin}/release.json is not one that this portal understands. ${z.prettifyError(parsed.error)}`);
  if (parsed.data.name !== remote)
    throw invalid(`${origin} serves ${parsed.data.name}, and this browser may load ${remote} from there.`);
  return parsed.data;
}

/** Returns the names that a shell gives, where its release is stored here as it was published. */
async function namesOf(shell: LockedRelease, find: FindRelease): Promise<Release['sharedNames']> {
  const stored = await find('shell', shell.release);
  if (stored === null || stored.release !== shell.release) return undefined;
  const manifest = releaseSchema.safeParse(JSON.parse(stored.manifest));
  return manifest.success && hasOwnId(manifest.data) ? manifest.data.sharedNames : undefined;
}

function manifestOf({ baseUrl: _, ...release }: LockedRelease): Release {
  return release;
}

/** A question whether a local release fits. */
export interface FitQuestion {
  /** The lock of the page. It decides about this page alone, so nobody gains by sending another. */
  readonly lock: Lock;
  /** What the own machine has as release.json. */
  readonly release: unknown;
  readonly remote: string;
  readonly origin: string;
}

/**
 * Returns a local release as it stands in the lock of its page, in the place of the one of its name or beside the others.
 * Throws 422 when it is no release of this remote, or does not fit the lock or this API. Names of shared packages are not
 * compared where the shell's release is not stored, as in a development portal.
 */
export async function fitLocalRelease(
  { lock, release: value, remote, origin }: FitQuestion,
  find: FindRelease,
): Promise<LockedRelease> {
  const { sharedNames, ...release } = readRelease(value, remote, origin);
  const given = await namesOf(lock.shell, find);
  const shell = { ...manifestOf(lock.shell), ...(given && { sharedNames: given }) };
  const local = { ...release, ...(given && sharedNames && { sharedNames }) };
  const others = lock.remotes.filter(({ name }) => name !== remote).map(manifestOf);
  const faults = lockMisfits(shell, [...others, local], API_VERSION);
  if (faults.length > 0) throw gateRefused(faults.map(({ message }) => ({ path: 'body.release', message })));
  const { api: _, ...locked } = release;
  return { ...locked, baseUrl: `${origin}/` };
}
