import { spawnSync } from 'node:child_process';
import { firefoxLane, STORIES_LANE, WEBKIT_LANE } from './lanes/browser.ts';
import { runLanes } from './lanes/lane.ts';
import { partsFor, partsNamed, SYSTEM_PARTS, systemLanes } from './lanes/system.ts';
import { CHECK_LANE, TESTS_LANE } from './lanes/tests.ts';
import { endWithFailure, readCommandLine, say } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { ROOT } from './workspaces.ts';

const USAGE = `usage: npm test                                          what a change must not break: all checks, unit, component and service tests, the browser stories
       npm run test:system [-- PART …]                   the tests of the whole deployment
       npm run test:system -- --changed [--base BRANCH]  the parts that cover what changed since the branch left main
       npm run test:firefox [-- FILE …]                  the browser tests in Firefox, all or those of some files
       npm run test:webkit                               one story in WebKitGTK
       npm run test:all                                  all of these in one run
       npm run check                                     linter, boundaries of rooms, types, unused code, public types; no test

One room alone: npx jest --selectProjects services/api.
The parts are ${SYSTEM_PARTS.map(({ name }) => name).join(', ')}.
nginx, Caddy and a browser that are missing are installed by apt-get, for root on Debian; faults mount a small disk,
which wants root on Linux.`;

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new CannotStart(`Git cannot say what changed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

/**
 * Returns the files, relative to the checkout, that differ from where this branch left `base`, committed or not. Throws
 * CannotStart where git does not know `base`.
 */
function changedFiles(base: string): string[] {
  const [mergeBase = base] = git('merge-base', base, 'HEAD');
  return [
    ...git('diff', '--name-only', '--no-renames', mergeBase),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

const TESTS = [CHECK_LANE, TESTS_LANE, STORIES_LANE];

try {
  const options = { changed: { type: 'boolean', default: false }, base: { type: 'string', default: 'main' } } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const [set = 'test', ...names] = positionals;
  if (set !== 'system' && (values.changed || (set !== 'firefox' && names.length > 0)))
    throw new CannotStart('Only test:system and test:firefox take names, and only test:system takes --changed.');
  if (set === 'test') await runLanes('test', TESTS);
  else if (set === 'check') await runLanes('check', [CHECK_LANE]);
  else if (set === 'firefox') await runLanes('test:firefox', [firefoxLane(names)]);
  else if (set === 'webkit') await runLanes('test:webkit', [WEBKIT_LANE]);
  else if (set === 'all')
    await runLanes('test:all', [...TESTS, ...systemLanes(SYSTEM_PARTS), WEBKIT_LANE, firefoxLane()]);
  else if (set === 'system') {
    const parts = values.changed ? partsFor(changedFiles(values.base)) : partsNamed(names);
    say(parts.length > 0 ? `Parts: ${parts.map(({ name }) => name).join(', ')}` : 'No part covers what changed.');
    await runLanes('test:system', systemLanes(parts));
  } else throw new CannotStart(`There are no tests "${set}". With --help this command tells how it is written.`);
} catch (error) {
  endWithFailure(error);
}
