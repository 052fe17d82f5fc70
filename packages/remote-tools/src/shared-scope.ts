import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from './root.ts';

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

function versionOf(request: string): string {
  const packageName = request
    .split('/')
    .slice(0, request.startsWith('@') ? 2 : 1)
    .join('/');
  const manifest = join(ROOT, 'node_modules', packageName, 'package.json');
  return packageSchema.parse(JSON.parse(readFileSync(manifest, 'utf8'))).version;
}

/** What one entry of the federation plugin's `shared` option looks like here. */
export interface SharedEntry {
  readonly singleton: true;
  readonly requiredVersion: string;
  readonly version?: string;
  readonly eager?: boolean;
  readonly import?: false;
}

/** Every shared package with the version that is installed, as the shell gives it. */
export function sharedVersions(): Record<string, string> {
  return Object.fromEntries(Object.keys(sharedPackages).map((request) => [request, versionOf(request)]));
}

/** Every shared package with the range that a remote built today asks for. */
export function sharedRanges(): Record<string, string> {
  return Object.fromEntries(Object.entries(sharedVersions()).map(([request, version]) => [request, `^${version}`]));
}

/** The shared scope as the shell provides it. */
export function givenByShell(): Record<string, SharedEntry> {
  return Object.fromEntries(
    Object.entries(sharedVersions()).map(([request, version]) => [
      request,
      { singleton: true, version, requiredVersion: `^${version}`, eager: sharedPackages[request]?.eager === true },
    ]),
  );
}

/** The shared scope as a remote takes it: no fallback of its own, so a remote builds in a second. */
export function takenByRemote(): Record<string, SharedEntry> {
  return Object.fromEntries(
    Object.entries(sharedVersions()).map(([request, version]) => [
      request,
      { singleton: true, requiredVersion: `^${version}`, import: false },
    ]),
  );
}
