import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CannotCreate } from './cannot-create.ts';

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}

/** Throws CannotCreate when a folder cannot be made: something is there already. */
export function checkFree(folder: string): void {
  if (existsSync(folder) && !isEmpty(folder))
    throw new CannotCreate(`${folder} is there already and is not empty: choose another name, or remove it.`);
}

/** Writes files into a new folder, which appears in one step with all of them. Throws CannotCreate. */
export function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
  checkFree(folder);
  const draft = join(dirname(folder), `.${basename(folder)}.${process.pid}`);
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true });
      writeFileSync(join(draft, path), text);
    }
    if (existsSync(folder)) rmdirSync(folder);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    const words = error instanceof Error ? error.message : String(error);
    throw new CannotCreate(`${folder} cannot be written: ${words}.`, { cause: error });
  }
}
