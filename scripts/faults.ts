import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, stopPrograms } from './checks/program.ts';
import { readCommandLine } from './command-line.ts';
import { endWithFailure, whenLeftAlone } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';

const FAULTS = readdirSync(join(import.meta.dirname, 'faults', 'long')).map((file) => file.replace('.test.ts', ''));
const USAGE = `usage: npm run faults [-- NAME …]   lets things go wrong on the stack under the traffic of fifty people, some 8 minutes

The names are ${FAULTS.join(', ')}; all without one.
nginx and Caddy have to be installed; full-disk and alarms mount a small file system, which wants root on Linux.`;

try {
  const { positionals } = readCommandLine({ usage: USAGE, options: {}, takesWords: true });
  for (const name of positionals)
    if (!FAULTS.includes(name)) throw new CannotStart(`There is no fault "${name}"; there are: ${FAULTS.join(', ')}.`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopPrograms());
  whenLeftAlone(() => void stopPrograms());
  // One after the other: each has two processes of each service and fifty people.
  const args = [
    '--selectProjects',
    'faults',
    '--runInBand',
    '--forceExit',
    '--',
    ...positionals.map((name) => `/${name}.test.ts`),
  ];
  process.exitCode = await runProgram('jest', args, { NODE_ENV: 'test', FAULTS: 'yes' });
} catch (error) {
  endWithFailure(error);
}
