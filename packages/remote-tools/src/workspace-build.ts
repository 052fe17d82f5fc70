import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type GateCheck, gateCheckSchema, type Release } from '@cytocomm/contract';
import { readManifest } from '@cytocomm/releases';
import { z } from 'zod';
import { buildRemote, buildShell } from './build.ts';
import type { BuildMode } from './module-rules.ts';
import type { SourceMaps } from './webpack-config.ts';

const NOT_SOURCES = new Set(['node_modules', 'dist', '.portal']);

function isTest(name: string): boolean {
  return /\.test\.tsx?$/.test(name);
}

function addToHash(hash: Hash, path: string, label: string): void {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort())
      if (!NOT_SOURCES.has(name) && !isTest(name)) addToHash(hash, join(path, name), `${label}/${name}`);
  } else hash.update(`${label}\0`).update(readFileSync(path)).update('\0');
}

/** One hash over all files below the given files and folders (tests and build results left out), in a stable order. */
export function sourceFingerprint(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) addToHash(hash, join(root, path), path);
  return hash.digest('hex');
}

const latestSchema = z.object({
  release: z.string(),
  fingerprint: z.string(),
  checks: z.array(gateCheckSchema).optional(),
});

function latestFile(dir: string): string {
  return join(dir, 'dist', 'latest.json');
}

/** What every build may hold besides its own sources: packages that are not shared. */
const BUNDLED = ['packages/contract', 'packages/composition', 'packages/http', 'packages/kit/src/html'];

/** What a build is made of: the shell bundles the shared packages, a remote only names them. */
function sourcesOf(name: string): string[] {
  const always = [name, ...BUNDLED, 'packages/releases', 'packages/remote-tools', 'package-lock.json'];
  // The shell's release carries all packages for teams.
  return name === 'shell'
    ? [name, 'packages', 'tools/checks/pack', 'tools/checks/api-reports', 'LICENSE', 'package-lock.json']
    : always;
}

function fingerprintOf(dir: string, mode: BuildMode, maps: SourceMaps): string {
  const kind = maps === 'none' ? mode : `${mode} with ${maps} source maps`;
  return `${kind} ${sourceFingerprint(dirname(dir), sourcesOf(basename(dir)))}`;
}

/** A finished build: its manifest and where it lies. */
export interface WorkspaceBuild {
  readonly release: Release;
  readonly distDir: string;
  /** What the static rules of the gate found; a development build was not looked at. */
  readonly checks?: readonly GateCheck[] | undefined;
}

function readLatest(dir: string): (WorkspaceBuild & { readonly fingerprint: string }) | undefined {
  if (!existsSync(latestFile(dir))) return undefined;
  const latest = latestSchema.parse(JSON.parse(readFileSync(latestFile(dir), 'utf8')));
  const distDir = join(dir, 'dist', latest.release);
  const { fingerprint, checks } = latest;
  return existsSync(distDir) ? { release: readManifest(distDir), distDir, fingerprint, checks } : undefined;
}

/** Returns the newest build of the workspace in `dir`, whether or not its sources have changed since; undefined where there is none. */
export function latestBuild(dir: string): WorkspaceBuild | undefined {
  return readLatest(dir);
}

/**
 * Returns the build of the present sources of the workspace in `dir`, a folder of a checkout, with or without source maps
 * as it is asked for; undefined when the last build was another.
 */
export function currentBuild(dir: string, mode: BuildMode, maps: SourceMaps = 'none'): WorkspaceBuild | undefined {
  const latest = readLatest(dir);
  return latest?.fingerprint === fingerprintOf(dir, mode, maps) ? latest : undefined;
}

/**
 * Builds the workspace in `dir`, a folder of a checkout, or returns the build that its sources already have. `pack` returns
 * the folder of packages that the shell carries, and is called when the shell is built. Throws BuildFailed, GateRefused.
 */
export async function buildWorkspace(
  dir: string,
  mode: BuildMode,
  maps: SourceMaps = 'none',
  pack?: () => Promise<string>,
): Promise<WorkspaceBuild> {
  const current = currentBuild(dir, mode, maps);
  if (current) return current;
  const fingerprint = fingerprintOf(dir, mode, maps);
  const release = await (basename(dir) === 'shell'
    ? buildShell(dir, mode, { maps, packages: pack?.() })
    : buildRemote(dir, mode, maps));
  const distDir = join(dir, 'dist', release.release);
  // Development builds leave what hot replacement needs to the page.
  let checks: readonly GateCheck[] | undefined;
  if (mode === 'production') {
    // What parses scripts is loaded only where something was built.
    const { checkRelease, passGate } = await import('@cytocomm/releases/gate');
    checks = checkRelease(distDir, release);
    passGate(checks);
  }
  const latest = { release: release.release, fingerprint, checks };
  writeFileSync(latestFile(dir), `${JSON.stringify(latest, null, 2)}\n`);
  return { release, distDir, checks };
}
