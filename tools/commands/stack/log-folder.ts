import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Makes the folder of a stack below a data folder and returns it; that of the run before, whose logs may say why it ended, stays as `stack-previous`. */
export function makeStackFolder(dataDir: string): string {
  const dir = join(dataDir, 'stack');
  const previous = `${dir}-previous`;
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(dir)) renameSync(dir, previous);
  mkdirSync(dir, { mode: 0o700 });
  return dir;
}
