import { spawnSync } from 'node:child_process';
import { type EdgeProgram, presentProgram } from '../edge-program.ts';

function runs(program: string, args: readonly string[]): boolean {
  // Debian starts a server with its installation, unless the machine is said to be starting itself.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { stdio: ['ignore', process.stderr, process.stderr], env }).status === 0;
}

/** Sees to it that a program is there: the system's, or for root on Debian one that apt-get installs now. Throws when it is missing. */
export function bringEdgeProgram(name: EdgeProgram): void {
  if (presentProgram(name)) return;
  if (process.getuid?.() === 0 && runs('apt-get', ['update', '-qq'])) {
    runs('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name]);
    if (presentProgram(name)) return;
  }
  throw new Error(`This test needs ${name}: it is not installed, and apt-get could not install it. Install ${name}.`);
}
