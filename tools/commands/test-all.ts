import { readCommandLine } from './command-line.ts';
import { firefoxLane, STORIES_LANE, WEBKIT_LANE } from './lanes/browser.ts';
import { CHECK_LANE } from './lanes/check.ts';
import { TESTS_LANE } from './lanes/jest.ts';
import { runLanes } from './lanes/lane.ts';
import { systemLanes } from './lanes/system.ts';
import { SYSTEM_PARTS } from './lanes/system-parts.ts';
import { endWithFailure } from './portal/command.ts';

const USAGE = 'usage: npm run test:all   npm test, test:system, test:webkit and test:firefox in one run';

try {
  readCommandLine({ usage: USAGE, options: {} });
  const tests = [CHECK_LANE, TESTS_LANE, STORIES_LANE];
  await runLanes('test:all', [...tests, ...systemLanes(SYSTEM_PARTS), WEBKIT_LANE, firefoxLane()]);
} catch (error) {
  endWithFailure(error);
}
