import { NoChromium, presentChromium } from '@cytocomm/trial-run';
import { startTrialRunnerProcess } from '@cytocomm/trials';
import { type KeptRunning, keepRunning } from './kept-running.ts';

const NOT_TRIED = 'Published releases are not tried in a browser.';

type Variables = Readonly<Record<string, string | undefined>>;
type RunnerProcess = ReturnType<typeof startTrialRunnerProcess>;

function chromiumOf(environment: Variables, say: (line: string) => void): string | undefined {
  try {
    const chromium = presentChromium(environment);
    if (chromium === undefined) say(`  No Chromium here (CHROMIUM_PATH names one). ${NOT_TRIED}`);
    return chromium;
  } catch (error) {
    if (!(error instanceof NoChromium)) throw error;
    say(`  ${error.message} ${NOT_TRIED}`);
    return undefined;
  }
}

/**
 * Starts the trial runner of a portal as a child process, and again when it dies; resolves to undefined where there is no Chromium.
 * Prints when published releases are not tried. `start` makes the process.
 */
export async function startTrials(
  environment: Variables,
  say: (line: string) => void,
  start: (settings: Variables) => RunnerProcess = startTrialRunnerProcess,
): Promise<KeptRunning<RunnerProcess> | undefined> {
  const chromium = chromiumOf(environment, say);
  if (chromium === undefined) return undefined;
  const { PATH, HOME, TMPDIR, NODE_ENV, MONGODB_URI, MONGODB_WITHOUT_TLS, MONGODB_WITHOUT_PASSWORD } = environment;
  const trust = { MONGODB_WITHOUT_TLS, MONGODB_WITHOUT_PASSWORD };
  const { LOG_LEVEL, CHROMIUM_WITHOUT_SANDBOX, NODE_COMPILE_CACHE } = environment;
  const settings = {
    ...{ PATH, HOME, TMPDIR, NODE_ENV, MONGODB_URI, ...trust, LOG_LEVEL, CHROMIUM_WITHOUT_SANDBOX, NODE_COMPILE_CACHE },
    CHROMIUM_PATH: chromium,
  };
  const make = async () => start(settings);
  const kept = await keepRunning('The trial runner', make, make, say);
  // The portal goes on without.
  kept.givenUp.then((why) => say(`${why} ${NOT_TRIED}`));
  return kept;
}
