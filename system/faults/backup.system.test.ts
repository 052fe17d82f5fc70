import { drillBackup, expectRecovered } from './testing/drill.ts';
import { startTrial, type Trial } from './testing/trial.ts';

// A backup of a fifth of a gigabyte while people work, and the way back from it.

const FILES = 40;
const AT_ONCE = 4;
const FILE_BYTES = 5_000_000;

let trial: Trial;
beforeAll(async () => {
  trial = await startTrial();
}, 180_000);
afterAll(() => trial[Symbol.asyncDispose](), 60_000);

test('what was acknowledged before a backup began is there after its restore, and a portal starts on it', async () => {
  for (let count = 0; count < FILES; count += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => trial.crowd.uploadLarge(FILE_BYTES)));
  expectRecovered(await drillBackup(trial));
}, 1_200_000);
