import { spawnSync } from 'node:child_process';
import { readCommandLine } from './command-line.ts';
import { runLanes } from './lanes/lane.ts';
import { systemLanes } from './lanes/system.ts';
import { partsFor, partsNamed, SYSTEM_PARTS } from './lanes/system-parts.ts';
import { endWithFailure, say } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { ROOT } from './root.ts';

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
  const [left = base] = git('merge-base', base, 'HEAD');
  return [...git('diff', '--name-only', '--no-renames', left), ...git('ls-files', '--others', '--exclude-standard')];
}

const USAGE = `usage: npm run test:system [-- PART …]                   the tests of the whole deployment
       npm run test:system -- --changed [--base BRANCH]  the parts that cover what changed since the branch left main

The parts are ${SYSTEM_PARTS.map(({ name }) => name).join(', ')}.
nginx, Caddy and a browser that are missing are installed by apt-get, for root on Debian; faults mount a small disk,
which wants root on Linux.`;

try {
  const options = { changed: { type: 'boolean', default: false }, base: { type: 'string', default: 'main' } } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const parts = values.changed ? partsFor(changedFiles(values.base)) : partsNamed(positionals);
  say(parts.length > 0 ? `Parts: ${parts.map(({ name }) => name).join(', ')}` : 'No part covers what changed.');
  await runLanes('test:system', systemLanes(parts));
} catch (error) {
  endWithFailure(error);
}
