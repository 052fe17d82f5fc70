import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a running portal answers; stands in `run.json` in its data folder. */
export interface RunningPortal {
  readonly url: string;
  readonly mailUrl: string | null;
  readonly operatorUrl: string;
  readonly mongoUri: string;
  readonly pid: number;
}

const fileOf = (dataDir: string) => join(dataDir, 'run.json');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: another user's process, which exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The addresses of the portal that runs over a data folder; undefined when none does, or when its file was written half. */
export function addressesIn(dataDir: string): RunningPortal | undefined {
  if (!existsSync(fileOf(dataDir))) return undefined;
  try {
    const addresses: RunningPortal = JSON.parse(readFileSync(fileOf(dataDir), 'utf8'));
    return isAlive(addresses.pid) ? addresses : undefined;
  } catch {
    return undefined;
  }
}

/** Writes down where this portal answers, for its owner alone: the database's address may hold a password. */
export function writeAddresses(dataDir: string, addresses: RunningPortal): void {
  // A file that is there keeps its mode.
  rmSync(fileOf(dataDir), { force: true });
  writeFileSync(fileOf(dataDir), `${JSON.stringify(addresses, null, 2)}\n`, { mode: 0o600 });
}

/** The portal has stopped. */
export function removeAddresses(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}
