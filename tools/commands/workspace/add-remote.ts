import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotCreate, createInWorkspace, type RemoteWords, takenBy } from '@cytocomm/create-remote';

/** How wide the folders are that CODEOWNERS lists. */
const OWNER_COLUMN = 22;
const REMOTE_LINE = /^\/mfe-/;

/** Returns CODEOWNERS with a line for a remote after those of the others; its team is called as the remote. */
function withOwner(text: string, { name, word }: RemoteWords): string {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => REMOTE_LINE.test(line));
  lines.splice(last < 0 ? lines.length : last + 1, 0, `${`/${name}/`.padEnd(OWNER_COLUMN - 1)} @cytocomm/${word}`);
  return lines.join('\n');
}

/** Installs what the workspaces ask for; links a new one. Throws CannotCreate. */
function installWorkspaces(root: string): void {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync(npm, options, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new CannotCreate('npm install failed; its messages are above.');
}

/**
 * Makes a remote in the workspace, gives it a team in CODEOWNERS and installs it. `others` are the remotes that are there.
 * Throws CannotCreate, and leaves everything as it was then.
 */
export function addRemote(
  root: string,
  words: RemoteWords,
  others: readonly unknown[],
  install: (root: string) => void = installWorkspaces,
): void {
  const conflict = takenBy(others, words);
  if (conflict !== undefined) throw new CannotCreate(`The name is taken: ${conflict}. Choose another.`);
  const changedFiles = ['.github/CODEOWNERS', 'package-lock.json'].map((path) => join(root, path));
  const before = changedFiles.map((path) => readFileSync(path));
  const folder = createInWorkspace(root, words);
  try {
    const [owners = ''] = changedFiles;
    writeFileSync(owners, withOwner(readFileSync(owners, 'utf8'), words));
    install(root);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    for (const [index, path] of changedFiles.entries()) writeFileSync(path, before[index] ?? '');
    throw error;
  }
}
