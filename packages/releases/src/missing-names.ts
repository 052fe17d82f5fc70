import type { Release } from '@cytocomm/contract';

/** How many names one reason lists. */
const MAX_LISTED = 10;

function listed(names: readonly string[]): string {
  const more = names.length - MAX_LISTED;
  return names.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function givenNames({ sharedNames = {} }: Release, request: string): readonly string[] | undefined {
  return Object.hasOwn(sharedNames, request) ? sharedNames[request] : undefined;
}

/**
 * Returns why a remote cannot run under a shell for the names it takes of shared packages, one reason for each package.
 * A remote of an older build lists none, and is held to versions alone; a shell that lists none gives no name for certain.
 */
export function missingNames(shell: Release, remote: Release): string[] {
  const who = `${remote.name} ${remote.release}`;
  const imported = Object.entries(remote.sharedNames ?? {}).filter(([, names]) => names.length > 0);
  if (imported.length > 0 && shell.sharedNames === undefined)
    return [
      `${who} takes names of ${listed(imported.map(([request]) => request))}, and shell ${shell.release} does not list what it gives: release a newer shell first`,
    ];
  return imported.flatMap(([request, names]) => {
    const exported = givenNames(shell, request);
    if (exported === undefined)
      return [`${who} takes ${listed(names)} from ${request}, of which shell ${shell.release} lists no names`];
    const missing = names.filter((name) => !exported.includes(name));
    return missing.length === 0
      ? []
      : [`${who} takes ${listed(missing)} from ${request}, which shell ${shell.release} does not give`];
  });
}
