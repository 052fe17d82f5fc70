import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CannotStart } from '../portal/settings.ts';

/** How long apt-get may take, in ms. */
const DEADLINE_MS = 10 * 60_000;

function runs(args: readonly string[], timeout: number): boolean {
  // Debian starts a server with its installation, unless the machine is said to be starting itself.
  const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
  const { status } = spawnSync('apt-get', args, { stdio: ['ignore', process.stderr, process.stderr], env, timeout });
  return status === 0;
}

/** How apt-get is asked. */
interface Asking {
  /** Takes a line for the person who waits. */
  readonly say?: (line: string) => void;
  /** Whether what the packages recommend is wanted, too. */
  readonly recommended?: boolean;
  /** How long each of its two commands may take, in ms; 10 minutes by default. */
  readonly deadlineMs?: number;
}

/** Installs packages by apt-get, as root on Debian; does nothing otherwise. Look up afterwards what is there. */
export function askForPackages(
  packages: readonly string[],
  { say = () => undefined, recommended = false, deadlineMs = DEADLINE_MS }: Asking = {},
): void {
  if (process.getuid?.() !== 0) return;
  say(`Asking apt-get for ${packages.join(' and ')} …`);
  const alone = recommended ? [] : ['--no-install-recommends'];
  if (runs(['update', '-qq'], deadlineMs)) runs(['install', '-y', '-qq', ...alone, ...packages], deadlineMs);
}

/** Where system programs are that are not in everybody's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Returns the path of a program that this machine has; undefined when it has none. */
export function presentProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS]
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * Returns what `find` finds, here or after apt-get has installed the packages. Throws CannotStart with the sentence where it
 * finds nothing.
 */
export function findOrInstall<Found>(
  find: () => Found | undefined,
  packages: readonly string[],
  missing: string,
  say?: (line: string) => void,
): Found {
  const present = find();
  if (present !== undefined) return present;
  askForPackages(packages, say === undefined ? {} : { say });
  const installed = find();
  if (installed !== undefined) return installed;
  throw new CannotStart(missing);
}
