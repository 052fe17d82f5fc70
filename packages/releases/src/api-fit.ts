import type { Release } from '@cytocomm/contract';
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
