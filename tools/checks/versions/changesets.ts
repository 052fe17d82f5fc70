import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChangesets } from '@changesets/read';
import { z } from 'zod';
import { CannotStart } from '../../commands/portal/settings.ts';

const rootSchema = z.object({ workspaces: z.array(z.string()) });
const workspaceSchema = z.object({ name: z.string(), version: z.string() });

/** Returns the version of each workspace by its name. */
export function readVersions(root: string): ReadonlyMap<string, string> {
  const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'));
  const manifests = globSync([...rootSchema.parse(read('package.json')).workspaces], { cwd: root })
    .sort()
    .map((dir) => join(dir, 'package.json'))
    .filter((path) => existsSync(join(root, path)));
  return new Map(
    manifests.map((path) => {
      const { name, version } = workspaceSchema.parse(read(path));
      return [name, version];
    }),
  );
}

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

function item({ summary, releases }: Changeset, versions: ReadonlyMap<string, string>): string {
  const words = summary.trim().replaceAll('\n', '\n  ').replace(/ +$/gm, '');
  const raised = releases
    .filter(({ type }) => type !== 'none')
    .map(({ name }) => `  - ${name} ${versions.get(name) ?? ''}`.trimEnd());
  return [`- ${words}`, ...raised].join('\n');
}

/**
 * Returns the portal's changelog with a section for what these changesets changed, above the earlier ones. `versions` are
 * those that the changesets led to.
 */
export function withSection(
  changelog: string,
  changesets: readonly Changeset[],
  versions: ReadonlyMap<string, string>,
  date: Date,
): string {
  const section = [
    `## ${date.toISOString().slice(0, 10)}`,
    '',
    ...changesets.map((changeset) => item(changeset, versions)),
    '',
  ];
  const place = changelog.search(SECTION);
  const [before, after] = place < 0 ? [changelog, ''] : [changelog.slice(0, place), changelog.slice(place)];
  return `${before.trimEnd()}\n\n${section.join('\n')}${after === '' ? '' : `\n${after}`}`;
}
