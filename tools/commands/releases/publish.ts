import { resolve } from 'node:path';
import { CommandFailed, publishFolder, readTarget } from '@cytocomm/remote-tools/portal-command';
import { buildWithinBudget } from '../build.ts';
import { addressesIn } from '../portal/run-file.ts';
import { CannotStart, readSettings } from '../portal/settings.ts';
import { knownWorkspaces } from '../workspaces.ts';
import type { CommandWords } from './locks.ts';

/** Builds remotes, with source maps, and publishes their versions over HTTP under a team token. Nothing is promoted. */
export async function publish({ words, say }: CommandWords): Promise<void> {
  if (words.length === 0) throw new CannotStart('publish takes the names of the remotes to publish.');
  const names = knownWorkspaces(words);
  const portal = process.env.PORTAL_URL || addressesIn(resolve(readSettings(process.env).DATA_DIR))?.url;
  try {
    const target = readTarget(portal, process.env.PORTAL_TOKEN);
    for (const { distDir } of await buildWithinBudget(names, 'hidden')) say(await publishFolder(distDir, target, say));
  } catch (error) {
    throw error instanceof CommandFailed ? new CannotStart(error.message, { cause: error }) : error;
  }
}
