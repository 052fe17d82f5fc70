import { join } from 'node:path';
import { buildRemote, buildShell } from '@cytocomm/remote-tools';
import { buildMonolith } from './monolith/build.ts';
import { ROOT } from './root.ts';

// One cold build in one process, for build-times.ts: a workspace's name, or `monolith`, a folder and the remotes.
const [name = '', dir = '', ...remotes] = process.argv.slice(2);
if (name === 'monolith') await buildMonolith(remotes, dir);
else if (name === 'shell') await buildShell(join(ROOT, name), 'production');
else await buildRemote(join(ROOT, name), 'production');
