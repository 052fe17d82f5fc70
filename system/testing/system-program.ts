import { askForPackages, presentProgram } from '../../tools/commands/programs/system-program.ts';

/**
 * Returns the path of a program: the system's, or for root on Debian one that apt-get installs now, from the package of its
 * name by default. Throws when it is missing.
 */
export function bringProgram(name: string, from = name): string {
  const present = presentProgram(name);
  if (present !== undefined) return present;
  askForPackages([from]);
  const installed = presentProgram(name);
  if (installed !== undefined) return installed;
  throw new Error(`This test needs ${name}: it is not installed, and apt-get could not install it. Install ${from}.`);
}
