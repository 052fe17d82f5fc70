import { readCommandLine } from './command-line.ts';
import { firefoxLane, WEBKIT_LANE } from './lanes/browser.ts';
import { runLanes } from './lanes/lane.ts';
import { endWithFailure } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';

const USAGE = `usage: npm run test:firefox [-- FILE …]   the browser tests in Firefox, all or those of some files
       npm run test:webkit                one story in WebKitGTK

A browser that is missing is installed by apt-get, for root on Debian.`;

try {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, takesWords: true });
  const [browser, ...files] = positionals;
  if (browser === 'firefox') await runLanes('test:firefox', [firefoxLane(files)]);
  else if (browser === 'webkit') await runLanes('test:webkit', [WEBKIT_LANE]);
  else throw new CannotStart(`The tests run in firefox or webkit, not in "${browser ?? ''}".`);
} catch (error) {
  endWithFailure(error);
}
