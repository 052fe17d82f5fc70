import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRemoteSource } from '../remote-source.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './command-failed.ts';
import { readTarget } from './portal-target.ts';
import { publishFolder, readBuild } from './publish-folder.ts';
import { readStatus } from './remote-status.ts';

/** Publishes a built folder, or builds the remote of this one and publishes that. */
export async function runPublish({ dir, words, env, say }: CommandContext): Promise<void> {
  const target = readTarget(env.PORTAL_URL, env.PORTAL_TOKEN);
  const [folder] = words;
  if (folder !== undefined) {
    const built = resolve(dir, folder);
    if (!existsSync(built)) throw new CommandFailed(`There is no folder ${built}.`);
    await readStatus(target, readBuild(built).name);
    return say(await publishFolder(built, target, say));
  }
  const { config } = await readRemoteSource(dir);
  // Asked first: nobody waits for a build that cannot be published.
  await readStatus(target, config.name);
  const { buildChecked } = await import('./checked-build.ts');
  const { distDir } = await buildChecked(dir, 'hidden');
  say(await publishFolder(distDir, target, say));
}
