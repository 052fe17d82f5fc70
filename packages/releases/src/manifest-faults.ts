import type { Release } from '@cytocomm/contract';
import semver from 'semver';
import { hasOwnId } from './release-manifest.ts';

/** Something in a manifest that is not true. */
export interface ManifestFault {
  /** The field. */
  readonly path: string;
  readonly message: string;
}

/** Whether a version is one that is published once: no prerelease. Of what is no version: false. */
export function isStable(version: string): boolean {
  const parsed = semver.parse(version);
  return parsed !== null && parsed.prerelease.length === 0;
}

/** Returns what a manifest says that cannot be: of its name, version, id, and the files and components it names. */
export function manifestFaults(release: Release, remote: string): ManifestFault[] {
  const { name, version, entry, components, contributions, files } = release;
  const faults: ManifestFault[] = [];
  const add = (path: string, message: string) => faults.push({ path: `release.json: ${path}`, message });

  if (name !== remote) add('name', `is ${name}, and this address is for ${remote}`);
  if (semver.valid(version) !== version) add('version', `${version.slice(0, 100)} is no semantic version`);
  if (!hasOwnId(release)) add('release', 'does not follow from the rest of release.json: build it again');

  const listed = new Set<string>();
  const folded = new Set<string>();
  for (const { path } of files) {
    if (folded.has(path.toLowerCase()))
      add('files', `${path} is there twice, or differs by upper and lower case alone`);
    listed.add(path);
    folded.add(path.toLowerCase());
  }
  const needs = (field: string, paths: readonly string[]) => {
    for (const path of paths) if (!listed.has(path)) add(field, `${path} is not among the files`);
  };
  needs('entry', [entry]);
  for (const [component, { scripts, styles }] of Object.entries(components))
    needs(`components.${component}`, [...scripts, ...styles]);
  // The shell's own pages are in its one script.
  for (const [kind, claims] of Object.entries({
    routes: contributions.routes,
    sections: contributions.sections,
    overlays: contributions.overlays,
  }))
    for (const [index, { component }] of claims.entries())
      if (release.name !== 'shell' && !Object.hasOwn(components, component))
        add(`contributions.${kind}[${index}]`, `there is no component ${component}`);
  return faults;
}
