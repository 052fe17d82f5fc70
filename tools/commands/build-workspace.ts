import { join } from 'node:path';
import { GateRefused } from '@cytocomm/releases/gate';
import { BuildFailed, buildWorkspace } from '@cytocomm/remote-tools';
import { packedFolder } from '../checks/pack/packages-folder.ts';
import { endWithFailure, readCommandLine } from './portal/command.ts';
import { CannotStart } from './portal/settings.ts';
import { knownWorkspaces, ROOT } from './workspaces.ts';

// One build in one process; build.ts starts as many of these as there are cores.
const USAGE =
  'usage: node tools/commands/build-workspace.ts WORKSPACE [--maps]   builds it, with source maps or not; npm run build is for people';
const started = performance.now();
try {
  const options = { maps: { type: 'boolean' } } as const;
  const { values, positionals } = readCommandLine({ usage: USAGE, options, takesWords: true });
  const [name = '', ...more] = knownWorkspaces(positionals);
  if (name === '' || more.length > 0) throw new CannotStart('One workspace is built at a time.');
  const maps = values.maps === true ? 'hidden' : 'none';
  const { release } = await buildWorkspace(join(ROOT, name), 'production', maps, packedFolder);
  process.stdout.write(`  built ${release.name} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
} catch (error) {
  if (error instanceof CannotStart) endWithFailure(error);
  const isPlain = error instanceof BuildFailed || error instanceof GateRefused;
  process.stderr.write(isPlain ? error.message : String(error instanceof Error ? error.stack : error));
  process.exit(1);
}
