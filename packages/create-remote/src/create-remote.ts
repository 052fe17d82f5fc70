import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Source } from './registry-of.ts';
import { CannotCreate, type RemoteWords } from './remote-words.ts';
import { askPortal } from './taken-names.ts';

const TEMPLATE = fileURLToPath(new URL('../template', import.meta.url));

/** Where a file of the template goes, when npm or a tool would take it for its own under that name. */
const PLACES: Readonly<Record<string, string>> = {
  'manifest.json': 'package.json',
  npmrc: '.npmrc',
  gitignore: '.gitignore',
  'linter.json': 'biome.json',
  'ci.yml': '.github/workflows/ci.yml',
};

function fill(text: string, words: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => {
    const filled = words[word];
    if (filled === undefined) throw new Error(`The template names "${word}", which has no value.`);
    return filled;
  });
}

/** Returns the files of parts of the template by their paths in the new folder, filled with words. */
function fillTemplate(
  parts: readonly string[],
  words: Readonly<Record<string, string>> & { readonly component: string },
): ReadonlyMap<string, string> {
  const files = parts.flatMap((part) => {
    const dir = join(TEMPLATE, part);
    return readdirSync(dir, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(dir, path)).isFile())
      .map((path): [string, string] => {
        const name = path.split(sep).join('/');
        // A test under its own name would be run here.
        const place = (PLACES[name] ?? name)
          .replace(/-test\.tsx$/, '.test.tsx')
          .replace(/\/Page\./, `/${words.component}.`);
        return [place, fill(readFileSync(join(dir, path), 'utf8'), words)];
      });
  });
  return new Map(files);
}

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

/** The placeholder for an unknown address of the portal. */
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
