import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { addressesIn } from './run-file.ts';
import { CannotStart } from './settings.ts';

/** Who has a data folder, as far as that is written in it. */
function holderOf(dataDir: string): string {
  const file = join(dataDir, 'lock.pid');
  const pid = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const url = addressesIn(dataDir)?.url;
  return [...(pid === '' ? [] : [`process ${pid}`]), ...(url === undefined ? [] : [url])].join(', ');
}

/**
 * Locks a data folder for this process until it ends or releases it: one portal has one folder. The
 * lock is one of SQLite's on an empty file, which the operating system takes away with the process. Throws CannotStart
 * that says who has the folder and what to do.
 */
export function takeDataDir(dataDir: string, command: string): Disposable {
  const file = join(dataDir, 'lock');
  const lock = new DatabaseSync(file);
  chmodSync(file, 0o600);
  try {
    lock.exec('PRAGMA journal_mode = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    const holder = holderOf(dataDir);
    throw new CannotStart(
      `The data folder ${dataDir} is in use by another portal${holder === '' ? '' : ` (${holder})`}: stop that one, or give this one a folder and a port of its own: DATA_DIR=.portal-2 PORT=0 ${command}`,
      { cause: error },
    );
  }
  writeFileSync(join(dataDir, 'lock.pid'), `${process.pid}\n`, { mode: 0o600 });
  return { [Symbol.dispose]: () => lock.close() };
}

const secretsSchema = z.object({ SESSION_SECRET: z.string().min(32), TOKEN_SECRET: z.string().min(32) });

/** The secrets of a development portal, made on its first start. In production they come from the environment. */
export type Secrets = z.output<typeof secretsSchema>;

/** The bit that makes a folder everybody's, such as /tmp. */
const STICKY = 0o1000;

/**
 * Makes the data folder where it is missing, closes it to everybody but its owner and returns its absolute path. Throws
 * CannotStart when it cannot be written, or is no folder of one's own.
 */
export function openDataDir(dir: string): string {
  const path = resolve(dir);
  if (existsSync(path) && statSync(path).mode & STICKY)
    throw new CannotStart(`The data folder ${path} (DATA_DIR) is everybody's; name one inside it instead.`);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    // Other users reach nothing below it.
    chmodSync(path, 0o700);
    writeFileSync(join(path, '.writable'), '', { mode: 0o600 });
  } catch (error) {
    throw new CannotStart(`The data folder ${path} (DATA_DIR) cannot be written.`, { cause: error });
  }
  return path;
}

function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** Whether a data folder holds secrets: reading them then changes nothing. */
export function hasSecrets(dataDir: string): boolean {
  return existsSync(secretsFile(dataDir));
}

/** Reads the secrets of the data folder, or makes them. Throws CannotStart when the file is not what it should be. */
export function readSecrets(dataDir: string): Secrets {
  const path = secretsFile(dataDir);
  if (!hasSecrets(dataDir)) {
    const secret = () => randomBytes(32).toString('base64url');
    const secrets: Secrets = { SESSION_SECRET: secret(), TOKEN_SECRET: secret() };
    writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
    return secrets;
  }
  try {
    return secretsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new CannotStart(`${path} does not hold the two secrets; delete it to have new ones made.`, { cause: error });
  }
}
