import { text } from 'node:stream/consumers';
import { runTrial, startBrowser, TooBusyToTry } from '@cytocomm/trial-run';
import { type TrialEnd, trialOrderSchema } from '../messages.ts';
import { startTrialSite } from './trial-site.ts';

// The program of one trial: its argument is the id of its parent, its standard input the order, its standard output the
// result. It has no way to the database, and its parent ends it.

/** How often the process checks that its parent still runs, in ms. */
const ALONE_CHECK_MS = 1000;

const parent = Number(process.argv[2]);
// A killed runner no longer ends the trial.
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, ALONE_CHECK_MS).unref();

async function run(): Promise<TrialEnd> {
  const { plan, chromium, isSandboxed, times } = trialOrderSchema.parse(JSON.parse(await text(process.stdin)));
  let noBrowser = '';
  const browser = await startBrowser(chromium, isSandboxed).catch((error: unknown) => {
    noBrowser = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return undefined;
  });
  if (browser === undefined) return { noBrowser };
  const disconnected = new Promise<never>((_resolve, reject) => {
    browser.once('disconnected', () => reject(new Error('the browser ended')));
  });
  disconnected.catch(() => undefined);
  try {
    const finds = await Promise.race([runTrial(browser, plan, times, startTrialSite), disconnected]);
    return { faults: finds.faults, visits: finds.visits };
  } catch (error) {
    if (error instanceof TooBusyToTry) return { tooBusy: error.message };
    throw error;
  }
}

run().then(
  (end) => process.stdout.write(`${JSON.stringify(end)}\n`, () => process.exit(0)),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
