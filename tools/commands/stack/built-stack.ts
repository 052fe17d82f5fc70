import { buildChanged } from '../build.ts';
import { asWorkingCopy, publishBuilds } from '../portal/publish-builds.ts';
import type { PortalSettings } from '../portal/settings.ts';
import { readWorkspaceNames } from '../workspaces.ts';
import { requireNginx } from './edge.ts';
import { type Stack, startStack } from './stack.ts';

/** Starts the stack with what is in this checkout, built where it has changed. Throws CannotStart. */
export async function startBuiltStack(
  settings: PortalSettings,
  given: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<Stack> {
  // Before anything is built or started.
  requireNginx();
  return startStack({
    settings,
    given,
    say,
    promote: async (desk) => {
      const builds = (await buildChanged(readWorkspaceNames(), say)).map(asWorkingCopy);
      await publishBuilds(desk, builds, { by: 'npm run stack', reason: 'What the checkout holds' });
    },
  });
}
