import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
 * Takes a data folder for this process alone until it ends, in whatever way, or lets go: one portal has one folder. The
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
