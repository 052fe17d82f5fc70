import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@cytocomm/api';
import { SEED_COMMANDS } from '@cytocomm/seed';
import { DATABASE_NAME } from './own-database.ts';

/** Fills the database with demo data on the first start over a data folder. Never called in production. */
export async function seedOnFirstRun(
  dataDir: string,
  environment: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<void> {
  const marker = join(dataDir, `seeded-${DATABASE_NAME}`);
  if (existsSync(marker)) return;
  say(await runCommand('seed', [], { ...environment, LOG_LEVEL: 'error' }, { commands: SEED_COMMANDS }));
  writeFileSync(marker, '', { mode: 0o600 });
}
