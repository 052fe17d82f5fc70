import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where system programs are that are not in everybody's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Returns the path of a program that this machine has; undefined when it has none. */
export function presentProgram(name: string): string | undefined {
  return [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SYSTEM_FOLDERS]
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
