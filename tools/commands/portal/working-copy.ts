import { cpSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { RELEASE_MANIFEST } from '@cytocomm/composition';
import { withVersion } from '@cytocomm/releases';
import type { WorkspaceBuild } from '@cytocomm/remote-tools';

/** What stands behind the version of a release that was made from a checkout and not published by its team. */
const PRERELEASE = 'dev';

/**
 * Returns a build under a prerelease version of its own (`1.4.0` becomes `1.4.0-dev`), so that a working copy can be
 * published again with other content and never takes the version that its team will publish. The copy is made once, beside the build.
 */
export function asWorkingCopy({ release, distDir, checks }: WorkspaceBuild): WorkspaceBuild {
  const renamed = withVersion(release, `${release.version}-${PRERELEASE}`);
  const target = join(dirname(distDir), renamed.release);
  if (!existsSync(target)) {
    const draft = `${target}.${process.pid}.draft`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(distDir, draft, { recursive: true });
    writeFileSync(join(draft, RELEASE_MANIFEST), `${JSON.stringify(renamed, null, 2)}\n`);
    try {
      renameSync(draft, target);
    } catch (error) {
      // Another process made the same copy meanwhile.
      rmSync(draft, { recursive: true });
      if (!existsSync(target)) throw error;
    }
  }
  const named = checks?.map((check) => ({
    ...check,
    message: check.message.replaceAll(release.release, renamed.release),
  }));
  return { release: renamed, distDir: target, checks: named };
}
