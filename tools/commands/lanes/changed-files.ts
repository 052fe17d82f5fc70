import { spawnSync } from 'node:child_process';
import { CannotStart } from '../portal/settings.ts';
import { ROOT } from '../root.ts';

function git(...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new CannotStart(`Git cannot say what changed: ${stderr.trim()}`);
  return stdout.split('\n').filter(Boolean);
}

/**
 * Returns the files, relative to the checkout, that differ from where this branch left `base`, committed or not. Throws
 * CannotStart where git does not know `base`.
 */
export function changedFiles(base: string): string[] {
  const [left = base] = git('merge-base', base, 'HEAD');
  return [...git('diff', '--name-only', '--no-renames', left), ...git('ls-files', '--others', '--exclude-standard')];
}
