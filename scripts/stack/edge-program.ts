import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CannotStart } from '../portal/settings.ts';

/** A program that can stand at the edge. */
export type EdgeProgram = 'nginx' | 'caddy';

/** Where system programs are that are not in everybody's PATH. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'];

/** Returns the path of a program that this machine has; undefined when it has none. */
export function presentProgram(name: EdgeProgram): string | undefined {
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

/** Throws CannotStart that says what to install, where there is no nginx. */
export function requireNginx(present: typeof presentProgram = presentProgram): void {
  if (present('nginx') === undefined)
    throw new CannotStart(
      'npm run stack wants nginx as its edge, and there is none: install it (Debian: apt-get install nginx; macOS: brew install nginx), or use npm start.',
    );
}
