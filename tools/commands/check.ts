import { readCommandLine } from './command-line.ts';
import { CHECK_LANE } from './lanes/check.ts';
import { runLanes } from './lanes/lane.ts';
import { endWithFailure } from './portal/command.ts';

const USAGE = 'usage: npm run check   linter, boundaries of rooms, types, unused code, public types; no test';

try {
  readCommandLine({ usage: USAGE, options: {} });
  await runLanes('check', [CHECK_LANE]);
} catch (error) {
  endWithFailure(error);
}
