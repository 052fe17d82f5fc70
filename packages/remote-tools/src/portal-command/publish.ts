import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RELEASE_MANIFEST } from '@cytocomm/composition';
import {
  addressOf,
  gateCheckSchema,
  gateReportSchema,
  MAX_PACKED_RELEASE_BYTES,
  publishedReleaseSchema,
  publishRelease,
  type Release,
  readRelease,
} from '@cytocomm/contract';
import { ManifestUnusable, packRelease, ReleaseAltered, readManifest, releaseFaults } from '@cytocomm/releases';
import { z } from 'zod';
import { readRemoteSource } from '../remote-source.ts';
import { type CommandContext, CommandFailed } from './command-context.ts';
import { callPortal, type PortalTarget, readStatus, readTarget } from './portal-calls.ts';

/** How long a trial run is waited for, in ms: the portal gives it an hour, with those before it. */
const TRIAL_TIMEOUT_MS = 3_900_000;
const TRIAL_LOOK_MS = 2000;

/** A gate's report, in which a newer portal may have rules that are not known here. */
const reportSchema = gateReportSchema.extend({ checks: z.array(gateCheckSchema.extend({ rule: z.string() })) });
type Report = z.infer<typeof reportSchema>;
const publishedSchema = publishedReleaseSchema.extend({ gate: reportSchema });

/** Returns the manifest of a built folder whose files are what it says. Throws CommandFailed. */
export function readBuild(dir: string): Release {
  if (!existsSync(join(dir, RELEASE_MANIFEST)))
    throw new CommandFailed(
      `${dir} is no built release: there is no ${RELEASE_MANIFEST} in it. "portal publish" alone builds the remote of the folder it is asked in.`,
    );
  try {
    const release = readManifest(dir);
    const faults = releaseFaults(dir, release);
    if (faults.length > 0) throw new ReleaseAltered(release, faults);
    return release;
  } catch (error) {
    if (error instanceof ReleaseAltered || error instanceof ManifestUnusable)
      throw new CommandFailed(error.message, { cause: error });
    throw error;
  }
}

/** Waits for the end of a release's trial run. Resolves to the gate's report; throws CommandFailed when it does not end. */
async function waitForTrial(target: PortalTarget, remote: string, release: string): Promise<Report> {
  const until = Date.now() + TRIAL_TIMEOUT_MS;
  for (;;) {
    const { value } = await callPortal(target, {
      method: readRelease.method,
      address: addressOf(readRelease, { remote, release }),
      schema: publishedSchema,
      failed: `${remote} is published, and its trial run cannot be seen`,
      unanswered: `${remote} is published: the dashboard and "portal status" tell how its trial run ends.`,
      isPatient: true,
    });
    if (value.gate.outcome !== 'running') return value.gate;
    if (Date.now() > until)
      throw new CommandFailed(
        `${remote} is published, and its trial run has not ended yet: the dashboard shows how it ends.`,
      );
    await pause(TRIAL_LOOK_MS);
  }
}

/**
 * Publishes the folder of a built release under a team token, and waits for its trial run, of which it tells. Returns a
 * sentence about what is published now; throws CommandFailed otherwise.
 */
export async function publishFolder(
  dir: string,
  target: PortalTarget,
  say: (line: string) => void = () => undefined,
): Promise<string> {
  const { name } = readBuild(dir);
  const body = await packRelease(dir);
  if (body.length > MAX_PACKED_RELEASE_BYTES)
    throw new CommandFailed(`${name} is larger than ${MAX_PACKED_RELEASE_BYTES} bytes when it is packed.`);
  const { status, value } = await callPortal(target, {
    method: publishRelease.method,
    address: addressOf(publishRelease, { remote: name }),
    body,
    schema: publishedSchema,
    failed: `${name} was not published`,
    unanswered: 'Publish it again: what is there already stays as it is.',
    isPatient: true,
  });
  const { version, release, gate: first } = value;
  if (first.outcome === 'running') say(`${name} ${version} is uploaded, and its trial run has started …`);
  const gate = first.outcome === 'running' ? await waitForTrial(target, name, release) : first;
  const state = status === 200 ? 'is published already' : 'is published';
  const faults = gate.checks.filter(({ outcome }) => outcome === 'refused').map(({ message }) => `\n  ${message}`);
  if (gate.outcome === 'refused')
    throw new CommandFailed(`${name} ${version} ${state}, and the gate refused it:${faults.join('')}`);
  return `${name} ${version} ${state}.`;
}

/** Publishes a built folder, or builds the remote of this one and publishes that. */
export async function runPublish({ dir, args, env, say }: CommandContext): Promise<void> {
  const target = readTarget(env.PORTAL_URL, env.PORTAL_TOKEN);
  const [folder] = args;
  if (folder !== undefined) {
    const built = resolve(dir, folder);
    if (!existsSync(built)) throw new CommandFailed(`There is no folder ${built}.`);
    await readStatus(target, readBuild(built).name);
    return say(await publishFolder(built, target, say));
  }
  const { config } = await readRemoteSource(dir);
  // Checked first, so that a build is not made in vain.
  await readStatus(target, config.name);
  const { buildChecked } = await import('./check.ts');
  const { distDir } = await buildChecked(dir, 'hidden');
  say(await publishFolder(distDir, target, say));
}
