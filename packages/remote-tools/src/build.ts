import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PACKAGES_FOLDER, RELEASE_MANIFEST, SERVER_FOLDER } from '@cytocomm/composition';
import {
  API_VERSION,
  CONTRACT_VERSION,
  type Contributions,
  contributionsSchema,
  type Release,
  releaseSchema,
} from '@cytocomm/contract';
import { describeRelease, parseManifest, type ReleaseFacts } from '@cytocomm/releases';
import { subset, validRange } from 'semver';
import type { Configuration, Stats } from 'webpack';
import webpack from 'webpack';
import { sharedNamesOf } from './federation-plugins.ts';
import type { BuildMode } from './module-rules.ts';
import { type RemoteSource, readRemoteSource } from './remote-source.ts';
import { remoteServerConfig, shellServerConfig } from './server-config.ts';
import { sharedRanges, sharedVersions } from './shared-scope.ts';
import {
  type FederationRuntime,
  REMOTE_ENTRY,
  remoteConfig,
  type SourceMaps,
  shellConfig,
  unnameSourceMaps,
  withSourceMaps,
} from './webpack-config.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const COMPRESSIBLE = /\.(js|css|svg|json|html|txt|xml|webmanifest)$/;
/** Below this a compressed twin saves less than a header costs. */
const SMALLEST_BYTES = 512;

/** Writes a brotli and a gzip twin beside each text file, so that no request waits for compression. */
export async function compressFiles(dir: string, paths: readonly string[]): Promise<void> {
  await Promise.all(
    paths
      .filter((path) => COMPRESSIBLE.test(path))
      .map(async (path) => {
        const content = await readFile(join(dir, path));
        if (content.length < SMALLEST_BYTES) return;
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
        await Promise.all([writeFile(join(dir, `${path}.br`), br), writeFile(join(dir, `${path}.gz`), gz)]);
      }),
  );
}

/** A build that webpack refused; the message holds webpack's own words. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/** Where in its own program swc found a fault, which it writes below the place in the sources. */
const TRACE_OF_SWC = /\n\s*Caused by:\n\s*Syntax Error(?:\n\s*Stack backtrace:(?:\n\s+(?:\d+:|at) .*)*)?/g;

/** Runs the browser build and, beside it, the server build where there is one. Returns the browser build's result. */
export function runWebpack(browser: Configuration, server?: Configuration): Promise<Stats> {
  const compiler = webpack(server ? [browser, server] : [browser]);
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close((closeError) => {
        const problem = error ?? closeError;
        const [result] = stats?.stats ?? [];
        if (problem) reject(problem);
        else if (!stats || !result) reject(new BuildFailed('webpack returned no result'));
        else if (stats.hasErrors() || stats.hasWarnings()) {
          const words = stats.toString({ all: false, errors: true, warnings: true, colors: false });
          reject(new BuildFailed(words.replaceAll(TRACE_OF_SWC, '')));
        } else resolve(result);
      });
    });
  });
}

/** The files each named chunk group needs before its module can run, in load order. */
export function filesOfChunkGroups(stats: Stats, names: readonly string[]): Release['components'] {
  const { namedChunkGroups = {} } = stats.toJson({ all: false, chunkGroups: true });
  return Object.fromEntries(
    names.map((name) => {
      const assets = namedChunkGroups[name]?.assets?.map((asset) => asset.name) ?? [];
      return [
        name,
        {
          scripts: assets.filter((path) => path.endsWith('.js')),
          styles: assets.filter((path) => path.endsWith('.css')),
        },
      ];
    }),
  );
}

const factsSchema = releaseSchema.omit({ release: true, files: true });

/**
 * Writes the manifest of a build into its folder; the order of keys does not matter, and what has a default may be left out.
 * Throws ManifestUnusable, which names the fields that are wrong.
 */
export function writeManifest(building: string, facts: ReleaseFacts): Release {
  // The federation plugin writes it beside its manifest; it differs from build to build of the same sources.
  rmSync(join(building, 'mf-stats.json'), { force: true });
  const path = join(building, RELEASE_MANIFEST);
  // Before the id is made of them: who reads the manifest sees the keys in the order of the schema, and defaults filled in.
  const release = parseManifest(
    releaseSchema,
    describeRelease(building, parseManifest(factsSchema, facts, path)),
    path,
  );
  writeFileSync(join(building, RELEASE_MANIFEST), `${JSON.stringify(release, null, 2)}\n`);
  return release;
}

async function finish(dir: string, building: string, facts: ReleaseFacts): Promise<Release> {
  unnameSourceMaps(building);
  const release = writeManifest(building, facts);
  await compressFiles(
    building,
    release.files.map((file) => file.path).filter((path) => !path.startsWith(SERVER_FOLDER)),
  );
  const target = join(dir, 'dist', release.release);
  rmSync(target, { recursive: true, force: true });
  renameSync(building, target);
  return release;
}

/** The first version of the contract whose shell gives the federation's runtime: what is built here runs under no older one. */
const RUNTIME_IS_GIVEN_SINCE = '1.2.0';

/** A remote's range of the contract. Throws BuildFailed for one that a shell without the federation's runtime would meet. */
function contractOf({ config: { name, contract } }: RemoteSource): string {
  if (validRange(contract) === null)
    throw new BuildFailed(`${name}: contract "${contract}" is not a range of contract versions`);
  if (!subset(contract, `>=${RUNTIME_IS_GIVEN_SINCE}`))
    throw new BuildFailed(
      `${name}: contract "${contract}" allows a shell that does not give the federation's runtime; "^${RUNTIME_IS_GIVEN_SINCE}" does not`,
    );
  return contract;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is one, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Removes what builds have left that were ended by a signal: webpack keeps a process too busy to tidy up at once. */
function removeLeftovers(dist: string): void {
  for (const name of existsSync(dist) ? readdirSync(dist) : []) {
    const pid = Number(/^\.building-(\d+)$/.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) rmSync(join(dist, name), { recursive: true, force: true });
  }
}

function freshFolder(dir: string): string {
  removeLeftovers(join(dir, 'dist'));
  const building = join(dir, 'dist', `.building-${process.pid}`);
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  return building;
}

/** What the manifest of a remote says, from its sources and the browser build of them. */
export function remoteFacts(source: RemoteSource, stats: Stats): ReleaseFacts {
  return {
    name: source.config.name,
    title: source.config.title,
    version: source.version,
    contract: contractOf(source),
    api: `^${API_VERSION}`,
    entry: REMOTE_ENTRY,
    shared: sharedRanges(source.dir),
    sharedNames: sharedNamesOf(stats.compilation),
    components: filesOfChunkGroups(stats, Object.keys(source.components)),
    contributions: source.config.contributions,
  };
}

/**
 * Builds one remote into `dist/<version>-<hash>/` with its release manifest; without source maps, unless they are asked
 * for. Throws BuildFailed with webpack's words.
 */
export async function buildRemote(dir: string, mode: BuildMode, maps: SourceMaps = 'none'): Promise<Release> {
  const source = await readRemoteSource(dir);
  const building = freshFolder(dir);
  try {
    const pages = source.config.contributions.routes.filter((route) => route.public).map((route) => route.component);
    const server = pages.length > 0 ? remoteServerConfig(source, pages, mode, building) : undefined;
    const browser = withSourceMaps(remoteConfig(source, mode, building), source.config.name, maps);
    const stats = await runWebpack(browser, server);
    return await finish(dir, building, remoteFacts(source, stats));
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}

async function readShellContributions(dir: string): Promise<Contributions> {
  const file = join(dir, 'shell.config.ts');
  const address = `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`;
  const module: { shellContributions?: unknown } = await import(address);
  return contributionsSchema.parse(module.shellContributions);
}

/** What the manifest of the shell says, from its folder and the browser build of it. */
export async function shellFacts(dir: string, stats: Stats): Promise<ReleaseFacts> {
  const { version }: { version: string } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'));
  const components = filesOfChunkGroups(stats, ['main']);
  const entry = components.main?.scripts.at(-1);
  if (!entry) throw new BuildFailed('the shell emitted no entry script');
  return {
    name: 'shell',
    title: 'Portal frame',
    version,
    contract: CONTRACT_VERSION,
    api: `^${API_VERSION}`,
    entry,
    shared: sharedVersions(dir),
    sharedNames: sharedNamesOf(stats.compilation),
    components: { Main: components.main ?? { scripts: [], styles: [] } },
    contributions: await readShellContributions(dir),
  };
}

/** What of a shell's build may be chosen. */
export interface ShellChoice {
  /** By default its own. */
  readonly runtime?: FederationRuntime;
  /** By default none. */
  readonly maps?: SourceMaps;
  /** A folder with packages for teams that the release carries; waited for at the end. By default none. */
  readonly packages?: Promise<string> | undefined;
}

/** Builds the shell into `dist/<version>-<hash>/` with its release manifest. Throws BuildFailed with webpack's words. */
export async function buildShell(
  dir: string,
  mode: BuildMode,
  { runtime = 'own', maps = 'none', packages }: ShellChoice = {},
): Promise<Release> {
  const building = freshFolder(dir);
  // What fails is told where it is waited for.
  packages?.catch(() => undefined);
  try {
    const browser = withSourceMaps(shellConfig(dir, mode, building, runtime), 'shell', maps);
    const stats = await runWebpack(browser, shellServerConfig(dir, mode, building));
    if (packages) cpSync(await packages, join(building, PACKAGES_FOLDER), { recursive: true });
    return await finish(dir, building, await shellFacts(dir, stats));
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
}
