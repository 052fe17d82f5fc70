import { join } from 'node:path';
import { CannotCreate } from './cannot-create.ts';
import { fillTemplate } from './fill-template.ts';
import type { Source } from './registry-of.ts';
import type { RemoteWords } from './remote-words.ts';
import { askPortal } from './taken-names.ts';
import { checkFree, writeFolder } from './write-folder.ts';

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
