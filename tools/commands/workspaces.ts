import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CannotStart } from './portal/settings.ts';

/** The checkout's root folder. */
export const ROOT = join(import.meta.dirname, '..', '..');

/** The shell and every folder at the root that is a remote, so that a new remote is found by being there. */
export function readWorkspaceNames(): string[] {
  const remotes = readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'remote.config.ts')));
  return ['shell', ...remotes.sort()];
}

/** The given names, when each is the shell's or a remote's. Throws CannotStart that says which there are. */
export function knownWorkspaces(names: readonly string[]): readonly string[] {
  const all = readWorkspaceNames();
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length === 0) return names;
  throw new CannotStart(`There is no workspace to build named ${unknown.join(', ')}; there are: ${all.join(', ')}.`);
}

/** Makes a folder where it is missing. Throws CannotStart for a place that can be none. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`The folder ${folder} cannot be made: choose another folder (${words}).`, { cause: error });
  }
}
