import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { endWithFailure, readCommandLine, say } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { ROOT } from './workspaces.ts';

const TIMEOUT_MS = 600_000;
const USAGE = `usage: npm run docs   build the handbook as a site, which the portal serves at /docs`;

try {
  readCommandLine({ usage: USAGE, options: {} });
  const program = join(ROOT, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  // Its warnings are of settings for the type checker that its bundler does not know.
  const { status, stderr } = spawnSync(process.execPath, [program, 'build'], {
    cwd: join(ROOT, 'tools', 'docs-site'),
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
  });
  if (status !== 0) throw new CannotStart(`The handbook was not built:\n${stderr}`);
  say('The handbook is in services/web/handbook; the portal serves it at /docs.');
} catch (error) {
  endWithFailure(error);
}
