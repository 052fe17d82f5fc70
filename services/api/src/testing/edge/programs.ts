import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that can stand at the edge. */
export type EdgeProgram = 'nginx' | 'caddy';

/** Where system programs are that are not in everybody's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

function present(name: EdgeProgram): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS];
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function runs(program: string, args: readonly string[]): boolean {
  // Debian starts a server with its installation, unless the machine is said to be starting itself.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: ['ignore', process.stderr, process.stderr], env }).status === 0;
}

/** The path of a program: the system's, or for root on Debian one that apt-get installs now. Throws when it is missing. */
export function findEdgeProgram(name: EdgeProgram): string {
  const found = present(name);
  if (found) return found;
  if (process.getuid?.() === 0 && runs('apt-get', ['update', '-qq'])) {
    runs('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
    const installed = present(name);
    if (installed) return installed;
  }
  throw new Error(`This test needs ${name}: it is not installed, and apt-get could not install it. Install ${name}.`);
}
