import { buildWithinBudget } from './build.ts';
import { findFirefox, findWebKit } from './checks/other-browsers.ts';
import { runProgram, stopPrograms } from './checks/program.ts';
import { readCommandLine } from './command-line.ts';
import { endWithFailure, say, whenLeftAlone } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { readWorkspaceNames } from './workspaces.ts';

const USAGE = `usage: npm run test:firefox [-- FILE …]   the browser tests in Firefox, all or those of some files
       npm run test:webkit                one story in WebKitGTK

A browser that is missing is installed by apt-get, for root on Debian.`;

/** More than twice what the suite takes in Firefox on two cores. */
const DEADLINE_MS = 100 * 60_000;

/** What the tests are told of the browser, and which of them are run in it. */
function planFor(browser: string | undefined): { env: Record<string, string>; project: string } {
  if (browser === 'firefox') return { env: { BROWSER: browser, FIREFOX_PATH: findFirefox(say) }, project: 'portal' };
  if (browser !== 'webkit') throw new CannotStart(`The tests run in firefox or webkit, not in "${browser ?? ''}".`);
  const webkit = findWebKit(say);
  return { env: { WEBKIT_DRIVER_PATH: webkit.driver, WEBKIT_BROWSER_PATH: webkit.browser }, project: 'webkit' };
}

try {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, takesWords: true });
  const [browser, ...files] = positionals;
  const { env, project } = planFor(browser);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopPrograms());
  whenLeftAlone(() => void stopPrograms());
  await buildWithinBudget(readWorkspaceNames());
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--project', project, ...files];
  process.exitCode = await runProgram('playwright', args, env, DEADLINE_MS);
} catch (error) {
  endWithFailure(error);
}
