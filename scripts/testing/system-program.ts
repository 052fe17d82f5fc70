import { spawnSync } from 'node:child_process';
import { presentProgram } from '../system-program.ts';

function runs(program: string, args: readonly string[]): boolean {
  // Debian starts a server with its installation, unless the machine is said to be starting itself.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: ['ignore', process.stderr, process.stderr], env }).status === 0;
}

/**
 * Returns the path of a program: the system's, or for root on Debian one that apt-get installs now, from the package of its
 * name by default. Throws when it is missing.
 */
export function bringProgram(name: string, from = name): string {
  const present = presentProgram(name);
  if (present !== undefined) return present;
  if (process.getuid?.() === 0 && runs('apt-get', ['update', '-qq'])) {
    runs('apt-get', ['install', '-y', '-qq', '--no-install-recommends', from]);
    const brought = presentProgram(name);
    if (brought !== undefined) return brought;
  }
  throw new Error(`This test needs ${name}: it is not installed, and apt-get could not install it. Install ${from}.`);
}
