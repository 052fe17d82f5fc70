import { presentChromium } from '@cytocomm/trial-run';
import { readRemoteSource } from '../remote-source.ts';
import { buildChecked } from './checked-build.ts';
import { CommandFailed } from './command-failed.ts';
import type { Given } from './command-table.ts';

/** What only the portal can see; told where a trial has passed. */
const LEFT =
  'On a portal it is tried beside the live releases, too: prerendering, accessibility, what it does to others.';

/** Builds the remote of this folder, applies the static rules, and tries it alone in Chromium. Throws CommandFailed, GateRefused, NoChromium. */
export async function runGate({ dir, env, say }: Given): Promise<void> {
  const source = await readRemoteSource(dir);
  const { release } = await buildChecked(dir, 'none');
  say(`static rules: passed by ${release.release}`);
  const chromium = presentChromium(env);
  if (chromium === undefined)
    return say(
      'trial: skipped, there is no Chromium here (CHROMIUM_PATH names one). The portal tries it when it is published.',
    );
  const { tryAlone } = await import('../trial/try-alone.ts');
  const faults = await tryAlone(source, chromium);
  if (faults.length > 0) throw new CommandFailed(`The trial found faults:\n  ${faults.join('\n  ')}`);
  say(`trial: passed. ${LEFT}`);
}
