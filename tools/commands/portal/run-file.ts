import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const addressesSchema = z.object({
  url: z.string(),
  mailUrl: z.string().nullable(),
  operatorUrl: z.string(),
  mongoUri: z.string(),
  pid: z.number().int().positive(),
});

/** Where a running portal answers; stands in `run.json` in its data folder. */
export type RunningPortal = Readonly<z.output<typeof addressesSchema>>;

const fileOf = (dataDir: string) => join(dataDir, 'run.json');

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: another user's process, which exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The addresses of the portal that runs over a data folder; undefined when none does, or when what is written is not usable. */
export function addressesIn(dataDir: string): RunningPortal | undefined {
  if (!existsSync(fileOf(dataDir))) return undefined;
  try {
    const addresses = addressesSchema.parse(JSON.parse(readFileSync(fileOf(dataDir), 'utf8')));
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
