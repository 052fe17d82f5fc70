import { readCommandLine } from './command-line.ts';
import { STORIES_LANE } from './lanes/browser.ts';
import { CHECK_LANE } from './lanes/check.ts';
import { TESTS_LANE } from './lanes/jest.ts';
import { runLanes } from './lanes/lane.ts';
import { endWithFailure } from './portal/command.ts';

const USAGE = `usage: npm test   what a change must not break: all checks, unit, component and service tests, the browser stories

One room alone: npx jest --selectProjects services/api. The whole deployment: npm run test:system. Everything: npm run test:all.`;

try {
  readCommandLine({ usage: USAGE, options: {} });
  await runLanes('test', [CHECK_LANE, TESTS_LANE, STORIES_LANE]);
} catch (error) {
  endWithFailure(error);
}
