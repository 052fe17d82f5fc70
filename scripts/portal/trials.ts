import { NoChromium, presentChromium, startTrialRunnerProcess, type TrialRunnerProcess } from '@cytocomm/trials';

function chromiumOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  try {
    return presentChromium(environment);
  } catch (error) {
    if (error instanceof NoChromium) return undefined;
    throw error;
  }
}

/** Starts the trial runner of a portal as a child process; says that published releases are not tried where there is no Chromium. */
export function startTrials(
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): TrialRunnerProcess | undefined {
  const chromium = chromiumOf(environment);
  if (chromium === undefined) {
    say('  No Chromium here (CHROMIUM_PATH names one): published releases are not tried in a browser.');
    return undefined;
  }
  const { PATH, HOME, TMPDIR, NODE_ENV, MONGODB_URI, MONGODB_WITHOUT_TLS, MONGODB_WITHOUT_PASSWORD } = environment;
  const trust = { MONGODB_WITHOUT_TLS, MONGODB_WITHOUT_PASSWORD };
  const { LOG_LEVEL, CHROMIUM_WITHOUT_SANDBOX } = environment;
  return startTrialRunnerProcess({
    ...{ PATH, HOME, TMPDIR, NODE_ENV, MONGODB_URI, ...trust, LOG_LEVEL, CHROMIUM_WITHOUT_SANDBOX },
    CHROMIUM_PATH: chromium,
  });
}
