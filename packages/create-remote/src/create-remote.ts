import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CannotCreate } from './cannot-create.ts';
import { fillTemplate } from './fill-template.ts';
import type { Source } from './registry-of.ts';
import type { RemoteWords } from './remote-words.ts';
import { askPortal } from './taken-names.ts';

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}

/** Throws CannotCreate when a folder cannot be made: something is there already. */
function checkFree(folder: string): void {
  if (existsSync(folder) && !isEmpty(folder))
    throw new CannotCreate(`${folder} is there already and is not empty: choose another name, or remove it.`);
}

/** Writes files into a new folder, which appears in one step with all of them. Throws CannotCreate. */
function writeFolder(folder: string, files: ReadonlyMap<string, string>): void {
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

/** Stands in the files where the portal's address would, when nobody knows it. */
const SOME_PORTAL = 'https://portal.example';

/**
 * Makes a remote in a folder of its own below `parent`, for a repository of its own. Returns the folder. Throws CannotCreate,
 * also when the portal has something under that name; `say` takes that it could not be asked.
 */
export async function createRepository(
  parent: string,
  words: RemoteWords,
  { registry, portal }: Source,
  say: (line: string) => void,
): Promise<string> {
  const folder = join(parent, words.name);
  checkFree(folder);
  const verdict = portal === undefined ? 'no answer' : await askPortal(portal, words);
  if (typeof verdict === 'object') throw new CannotCreate(`The name is taken: ${verdict.taken}. Choose another.`);
  if (verdict === 'no answer')
    say('Whether the name is free could not be asked; the gate says so when the remote is published.');
  const filled = { ...words, registry, portal: portal ?? SOME_PORTAL };
  writeFolder(folder, fillTemplate(['remote', 'repository'], filled));
  return folder;
}

/** Makes a remote in a folder of its own in the workspace of the portal. Returns the folder. Throws CannotCreate. */
export function createInWorkspace(root: string, words: RemoteWords): string {
  const folder = join(root, words.name);
  writeFolder(folder, fillTemplate(['remote', 'workspace'], { ...words }));
  return folder;
}
