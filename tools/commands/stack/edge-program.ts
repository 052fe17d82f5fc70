import { CannotStart } from '../portal/settings.ts';
import { presentProgram } from '../programs/system-program.ts';

/** A program that can stand at the edge. */
export type EdgeProgram = 'nginx' | 'caddy';

/** Throws CannotStart that says what to install, where there is no nginx. */
export function requireNginx(present: typeof presentProgram = presentProgram): void {
  if (present('nginx') === undefined)
    throw new CannotStart(
      'npm run stack wants nginx as its edge, and there is none: install it (Debian: apt-get install nginx; macOS: brew install nginx), or use npm start.',
    );
}
