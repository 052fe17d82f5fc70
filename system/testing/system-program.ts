import { findOrInstall, presentProgram } from '../../tools/commands/programs/system-program.ts';

/**
 * Returns the path of a program: the system's, or for root on Debian one that apt-get installs now, from the package of its
 * name by default. Throws when it is missing.
 */
export function bringProgram(name: string, from = name): string {
  const missing = `This test needs ${name}: it is not installed, and apt-get could not install it. Install ${from}.`;
  return findOrInstall(() => presentProgram(name), [from], missing);
}
