import type { Changeset } from './changesets.ts';

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
