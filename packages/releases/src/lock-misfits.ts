import type { GateCheck, GateRule, Release } from '@cytocomm/contract';
import semver from 'semver';

/**
 * Returns why releases do not fit an API of the version `running`, a reason for each that does not. A release of an older
 * build says nothing of the API, and fits.
 */
export function apiMisfits(releases: readonly Pick<Release, 'name' | 'release' | 'api'>[], running: string): string[] {
  return releases.flatMap(({ name, release, api }) => {
    if (api === undefined) return [];
    if (semver.validRange(api) === null) return [`${name} ${release}: "${api}" is not a range of API versions`];
    return semver.satisfies(running, api)
      ? []
      : [`${name} ${release} needs API ${api}, the one that runs is ${running}`];
  });
}

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
function missingNames(shell: Release, remote: Release): string[] {
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

/** Why parts of a lock do not fit together. */
interface Misfit {
  readonly rule: GateRule;
  /** Names a remote and what it needs. */
  readonly words: string;
}

/** How a misfit is mended, by rule. */
const MENDS: Partial<Record<GateRule, string>> = {
  contract: 'Build it against the contract of the live shell, or promote a shell that has this version first.',
  api: 'Build it against the API that runs, or deploy an API of that version first.',
  shared: 'Build it with the shared packages of the live shell, or promote a shell that gives these first.',
  collisions: 'Choose another name, address, label or title, or take the other remote out in the same promotion.',
};

function misfits(rule: GateRule, reasons: readonly string[]): Misfit[] {
  return reasons.map((words) => ({ rule, words }));
}

/** The first contract whose shell shows what is for a role that a team brings. */
const ROLES_SINCE = '1.5.0';

function contractMisfits(shell: Release, remote: Release): string[] {
  if (remote.contributions.roles !== undefined && semver.lt(shell.contract, ROLES_SINCE))
    return [`${remote.name} ${remote.release} brings a role, the shell knows such from contract ${ROLES_SINCE} on`];
  if (semver.validRange(remote.contract) === null)
    return [`${remote.name} ${remote.release}: "${remote.contract}" is not a range of contract versions`];
  return semver.satisfies(shell.contract, remote.contract)
    ? []
    : [`${remote.name} ${remote.release} needs contract ${remote.contract}, the shell has ${shell.contract}`];
}

function sharedMisfits(shell: Release, remote: Release): string[] {
  return Object.entries(remote.shared).flatMap(([request, range]) => {
    const version = Object.hasOwn(shell.shared, request) ? shell.shared[request] : undefined;
    if (version === undefined)
      return [`${remote.name} ${remote.release} needs ${request} ${range}, the shell gives none`];
    return semver.satisfies(version, range)
      ? []
      : [`${remote.name} ${remote.release} needs ${request} ${range}, the shell gives ${version}`];
  });
}

/** A remote's container is a global of the page: `location` would lead it away, `status` take what a browser has. */
function misnamed({ name, release }: Release): string[] {
  return name.startsWith('mfe-') ? [] : [`${name} ${release}: the name of a remote begins with "mfe-"`];
}

function claimedTwice(releases: readonly Release[]): string[] {
  const owners = new Map<string, string>();
  const claims = releases.flatMap(({ name, contributions }) => [
    { name, claim: `remote name ${name}` },
    ...contributions.routes.map(({ path }) => ({ name, claim: `route ${path}` })),
    ...contributions.sections.map(({ id }) => ({ name, claim: `section ${id}` })),
    ...contributions.overlays.map(({ slot }) => ({ name, claim: `overlay ${slot}` })),
    ...contributions.links.map(({ group, label }) => ({ name, claim: `link "${label}" in ${group}` })),
  ]);
  return claims.flatMap(({ name, claim }) => {
    const owner = owners.get(claim);
    owners.set(claim, owner ?? name);
    return owner === undefined ? [] : [`${name} and ${owner} both claim ${claim}`];
  });
}

/** Returns the roles that two remotes bring under different words. */
function labelledTwice(remotes: readonly Release[]): string[] {
  const labels = new Map<string, { readonly owner: string; readonly label: string }>();
  return remotes.flatMap(({ name: owner, contributions }) =>
    (contributions.roles ?? []).flatMap(({ name, label }) => {
      const first = labels.get(name) ?? { owner, label };
      labels.set(name, first);
      return first.label === label
        ? []
        : [`${owner} and ${first.owner} both bring the role ${name}, as "${label}" and "${first.label}"`];
    }),
  );
}

/** Returns the tools that two remotes contribute to under different titles. */
function titledTwice(remotes: readonly Release[]): string[] {
  const titles = new Map<string, { readonly owner: string; readonly title: string }>();
  return remotes.flatMap(({ name: owner, contributions }) =>
    contributions.sections.flatMap(({ role, tool }) => {
      if (tool === undefined) return [];
      const address = `${role}/${tool.path}`;
      const first = titles.get(address) ?? { owner, title: tool.title };
      titles.set(address, first);
      return first.title === tool.title
        ? []
        : [`${owner} and ${first.owner} both name the tool ${address}, as "${tool.title}" and "${first.title}"`];
    }),
  );
}

/** Returns why a shell and these remotes do not make a lock, and with `api` also why they do not fit an API of that version. */
export function misfitsOf(shell: Release, remotes: readonly Release[], api?: string): Misfit[] {
  return [
    ...remotes.flatMap((remote) => [
      ...misfits('collisions', misnamed(remote)),
      ...misfits('contract', contractMisfits(shell, remote)),
      ...misfits('shared', [...sharedMisfits(shell, remote), ...missingNames(shell, remote)]),
    ]),
    ...misfits('collisions', [
      ...claimedTwice([shell, ...remotes]),
      ...labelledTwice(remotes),
      ...titledTwice(remotes),
    ]),
    ...misfits('api', api === undefined ? [] : apiMisfits([shell, ...remotes], api)),
  ];
}

/**
 * Returns a refused check for each reason why a shell and these remotes do not make a lock; none when they do. With `api`
 * they are also held against an API of that version. Each message says how to mend it.
 */
export function lockMisfits(shell: Release, remotes: readonly Release[], api?: string): GateCheck[] {
  return misfitsOf(shell, remotes, api).map(({ rule, words }) => ({
    rule,
    outcome: 'refused',
    message: `${words}. ${MENDS[rule] ?? ''}`.trim(),
  }));
}
