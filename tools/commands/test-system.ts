import { readCommandLine } from './command-line.ts';
import { changedFiles } from './lanes/changed-files.ts';
import { runLanes } from './lanes/lane.ts';
import { systemLanes } from './lanes/system.ts';
import { partsFor, partsNamed, SYSTEM_PARTS } from './lanes/system-parts.ts';
import { endWithFailure, say } from './portal/command.ts';

const USAGE = `usage: npm run test:system [-- PART …]                   the tests of the whole deployment
       npm run test:system -- --changed [--base BRANCH]  the parts that cover what changed since the branch left main

The parts are ${SYSTEM_PARTS.map(({ name }) => name).join(', ')}.
nginx, Caddy and a browser that are missing are installed by apt-get, for root on Debian; faults mount a small disk,
which wants root on Linux.`;

try {
  const options = { changed: { type: 'boolean', default: false }, base: { type: 'string', default: 'main' } } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const parts = values.changed ? partsFor(changedFiles(values.base)) : partsNamed(positionals);
  say(parts.length > 0 ? `Parts: ${parts.map(({ name }) => name).join(', ')}` : 'No part covers what changed.');
  await runLanes('test:system', systemLanes(parts));
} catch (error) {
  endWithFailure(error);
}
