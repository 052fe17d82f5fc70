import { readChangesets } from '@changesets/read';
import { CannotStart } from '../../commands/portal/settings.ts';

/** What one file of `.changeset/` says. */
type Changeset = Awaited<ReturnType<typeof readChangesets>>[number];

/** Returns the changesets that wait for a release. Throws CannotStart in the reader's words for a file that is none. */
export async function waitingChangesets(root: string): Promise<readonly Changeset[]> {
  try {
    return await readChangesets(root);
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`A file in .changeset cannot be used: ${words.trim()}`, { cause: error });
  }
}

const SECTION = /^## /m;
const KINDS = [
  ['major', 'Changed'],
  ['minor', 'Added'],
  ['patch', 'Fixed'],
] as const;

/** Returns the changes of a kind under its heading: a changeset is of the highest kind that it raises something by. */
function partOf(changesets: readonly Changeset[], kind: string, heading: string): string {
  const kindOf = ({ releases }: Changeset) => KINDS.find(([each]) => releases.some(({ type }) => type === each))?.[0];
  const items = changesets
    .filter((changeset) => kindOf(changeset) === kind)
    .map(({ summary }) => `- ${summary.trim().replaceAll('\n', '\n  ').replace(/ +$/gm, '')}\n`);
  return items.length === 0 ? '' : `\n### ${heading}\n\n${items.join('')}`;
}

/** Returns the changelog with a section of a version for what these changesets changed, above the earlier ones. */
export function withSection(
  changelog: string,
  changesets: readonly Changeset[],
  version: string | undefined,
  date: Date,
): string {
  const parts = KINDS.map(([kind, heading]) => partOf(changesets, kind, heading));
  const section = `## ${version} (${date.toISOString().slice(0, 10)})\n${parts.join('')}`;
  const place = changelog.search(SECTION);
  const [before, after] = place < 0 ? [changelog, ''] : [changelog.slice(0, place), changelog.slice(place)];
  return `${before.trimEnd()}\n\n${section}${after === '' ? '' : `\n${after}`}`;
}
