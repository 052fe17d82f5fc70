import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@cytocomm/remote-tools';

/** The shell and every folder at the root that is a remote, so that a new remote is found by being there. */
export function readWorkspaceNames(): string[] {
  const remotes = readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'remote.config.ts')));
  return ['shell', ...remotes.sort()];
}
