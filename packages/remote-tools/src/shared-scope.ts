import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Returns the folder of a package that is installed for what lies in `dir`, or above it; undefined when there is none. */
export function findPackage(dir: string, name: string): string | undefined {
  const folder = join(dir, 'node_modules', name);
  if (existsSync(join(folder, 'package.json'))) return folder;
  const above = dirname(dir);
  return above === dir ? undefined : findPackage(above, name);
}

interface SharedPackage {
  /** In the shell's first script; the others load with the first remote that needs them. */
  readonly eager: boolean;
  /** An ES module, whose names a build can list. React is CommonJS, and its version alone is compared. */
  readonly named: boolean;
}

/** The packages that exist once in a page. The shell gives them, a remote only takes them (`import: false`). */
const sharedPackages: Readonly<Record<string, SharedPackage>> = {
  react: { eager: true, named: false },
  'react/jsx-runtime': { eager: true, named: false },
  'react-dom': { eager: true, named: false },
  '@cytocomm/kit': { eager: true, named: true },
  '@cytocomm/session': { eager: true, named: true },
  '@cytocomm/kit/dashboard': { eager: false, named: true },
  '@cytocomm/portal-api': { eager: false, named: true },
};

/** The shared packages whose names the manifests list. */
export const NAMED_PACKAGES: readonly string[] = Object.keys(sharedPackages).filter(
  (request) => sharedPackages[request]?.named,
);

const packageSchema = z.object({ version: z.string() });

/** A package that the page shares is not installed where it is needed. The message is for the person at the terminal. */
export class NotInstalled extends Error {
  override readonly name = 'NotInstalled';
}

function versionOf(dir: string, request: string): string {
  const packageName = request.split('/', request.startsWith('@') ? 2 : 1).join('/');
  const folder = findPackage(dir, packageName);
  if (!folder)
    throw new NotInstalled(`${dir} has no ${packageName}: run npm install in the folder of its package.json.`);
  return packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;
}

/** What one entry of the federation plugin's `shared` option looks like here. */
export interface SharedEntry {
  readonly singleton: true;
  readonly requiredVersion: string;
  readonly version?: string;
  readonly eager?: boolean;
  readonly import?: false;
}

/** Returns every shared package with the version that is installed for the workspace in `dir`. Throws NotInstalled. */
export function sharedVersions(dir: string): Record<string, string> {
  return Object.fromEntries(Object.keys(sharedPackages).map((request) => [request, versionOf(dir, request)]));
}

/** Returns every shared package with the range that a remote in `dir` asks for when it is built today. Throws NotInstalled. */
export function sharedRanges(dir: string): Record<string, string> {
  return Object.fromEntries(Object.entries(sharedVersions(dir)).map(([request, version]) => [request, `^${version}`]));
}

/** Returns the shared scope as a shell in `dir` provides it. Throws NotInstalled. */
export function givenByShell(dir: string): Record<string, SharedEntry> {
  return Object.fromEntries(
    Object.entries(sharedVersions(dir)).map(([request, version]) => [
      request,
      { singleton: true, version, requiredVersion: `^${version}`, eager: sharedPackages[request]?.eager === true },
    ]),
  );
}

/** Returns the shared scope as a remote in `dir` takes it: no fallback of its own, so a remote builds in a second. Throws NotInstalled. */
export function takenByRemote(dir: string): Record<string, SharedEntry> {
  return Object.fromEntries(
    Object.entries(sharedVersions(dir)).map(([request, version]) => [
      request,
      { singleton: true, requiredVersion: `^${version}`, import: false },
    ]),
  );
}
