import { setTimeout as pause } from 'node:timers/promises';
import { RELEASE_COLLECTIONS, RUNNER_FRESH_MS } from '@cytocomm/releases';
import { presentChromium } from '@cytocomm/trial-run';
import { startTrialRunnerProcess } from '@cytocomm/trials';
import { MongoClient } from 'mongodb';

const LOOK_MS = 50;

/** Starts a trial runner over a database; undefined where there is no Chromium. Resolves when the runner is connected. */
export async function startRunner(mongoUri: string): Promise<AsyncDisposable | undefined> {
  const chromium = presentChromium();
  if (chromium === undefined) return undefined;
  const { PATH, HOME, TMPDIR } = process.env;
  const runner = startTrialRunnerProcess({
    ...{ PATH, HOME, TMPDIR, NODE_ENV: 'test', LOG_LEVEL: 'error' },
    MONGODB_URI: mongoUri,
    CHROMIUM_PATH: chromium,
  });
  const stop = { [Symbol.asyncDispose]: () => runner.stop() };
  const client = await MongoClient.connect(mongoUri);
  try {
    const deadline = performance.now() + RUNNER_FRESH_MS;
    while ((await client.db().collection(RELEASE_COLLECTIONS.trialRunners).countDocuments()) === 0) {
      if (performance.now() > deadline) throw new Error('the trial runner did not connect');
      await pause(LOOK_MS);
    }
    return stop;
  } catch (error) {
    await runner.stop();
    throw error;
  } finally {
    await client.close();
  }
}
