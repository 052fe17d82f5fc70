import { openReleaseDesk } from '@cytocomm/api';
import { readManifest } from '@cytocomm/releases';
import { publishBuilds } from '../portal/publish-builds.ts';

// Publishes the folder of a release and promotes it, for tests that kill it meanwhile. The settings come from the environment.
const [distDir = ''] = process.argv.slice(2);
await using desk = await openReleaseDesk(process.env);
process.stdout.write('{"url":"none"}\n');
await publishBuilds(desk, [{ release: readManifest(distDir), distDir, checks: [] }], {
  by: 'killed',
  reason: 'a test',
});
