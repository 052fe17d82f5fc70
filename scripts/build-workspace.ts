import { BuildFailed, buildWorkspace } from '@cytocomm/remote-tools';

// One build in one process; build.ts starts as many of these as there are cores.
const [name = ''] = process.argv.slice(2);
const started = performance.now();
try {
  const { release } = await buildWorkspace(name, 'production');
  process.stdout.write(`  built ${release.name} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
} catch (error) {
  process.stderr.write(
    error instanceof BuildFailed ? error.message : String(error instanceof Error ? error.stack : error),
  );
  process.exit(1);
}
