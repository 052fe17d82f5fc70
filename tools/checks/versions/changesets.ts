import { readChangesets } from '@changesets/read';
import { CannotStart } from '../../commands/portal/settings.ts';

/** What one file of `.changeset/` says. */
export type Changeset = Awaited<ReturnType<typeof readChangesets>>[number];

/** Returns the changesets that wait for a release. Throws CannotStart in the reader's words for a file that is none. */
export async function waitingChangesets(root: string): Promise<readonly Changeset[]> {
  try {
    return await readChangesets(root);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`A file in .changeset cannot be used: ${words.trim()}`, { cause: error });
  }
}
