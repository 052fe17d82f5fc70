import { presentChromium } from '@cytocomm/trial-run';
import { buildChecked } from './checked-build.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed } from './command-failed.ts';

/** What only a portal can say; told where a trial has passed. */
const LEFT =
  'A portal tries it under its live shells as well, and holds its addresses and roles against the other remotes.';

/**
 * Builds the remote of this folder, applies the static rules, and makes the trial run of the gate in a plain frame. Throws
 * CommandFailed, NotARemote, BuildFailed, GateRefused, LockRefused, NoChromium.
 */
export async function runGate({ dir, env, say }: CommandContext): Promise<void> {
  const chromium = presentChromium(env);
  const built = await buildChecked(dir, 'none');
  say(`static rules: passed by ${built.release.release}`);
  if (chromium === undefined)
    return say(
      'trial: skipped, there is no Chromium here (CHROMIUM_PATH names one). The portal tries it when it is published.',
    );
  const { tryAlone } = await import('../trial/try-alone.ts');
  const { faults, visits } = await tryAlone(dir, [built], chromium);
  if (faults.length > 0) {
    const lines = faults.map(({ place, words, mend }) => `${place}: ${words}. To mend it, ${mend}.`);
    throw new CommandFailed(`The trial run found faults:\n  ${lines.join('\n  ')}`);
  }
  say(`trial: passed, ${visits === 1 ? 'one page' : `${visits} pages`} without a fault. ${LEFT}`);
}
