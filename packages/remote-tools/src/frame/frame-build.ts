import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { API_VERSION, CONTRACT_VERSION, type Release } from '@cytocomm/contract';
import type { Configuration, Stats } from 'webpack';
import { filesOfChunkGroups, runWebpack, writeManifest } from '../build.ts';
import { serverConfig } from '../server-config.ts';
import { NAMED_PACKAGES, sharedVersions } from '../shared-scope.ts';
import { baseConfig } from '../webpack-config.ts';

/** Returns the names that the shared packages in a build of the frame export, in order, by package. */
function givenNames({ compilation }: Stats): NonNullable<Release['sharedNames']> {
  const { moduleGraph, modules } = compilation;
  const names: Record<string, string[]> = {};
  for (const module of modules)
    for (const { dependency, module: imported } of moduleGraph.getOutgoingConnections(module)) {
      const request = dependency && 'request' in dependency ? dependency.request : undefined;
      if (typeof request !== 'string' || request in names || !NAMED_PACKAGES.includes(request)) continue;
      const provided = moduleGraph.getProvidedExports(imported);
      if (Array.isArray(provided)) names[request] = provided.toSorted();
    }
  return names;
}

/** Without its ending, which is another one where the package is installed. */
const PAGE = join(import.meta.dirname, 'page');
const ENTRY = 'frame';

/** It is made for one trial, and never published. */
const VERSION = '1.0.0';

/** As it is live, but not made small: nobody waits for it over a network. */
function frameConfig(dir: string, outDir: string): Configuration {
  const base = baseConfig(dir, 'shell', 'production', outDir);
  return {
    ...base,
    name: 'frame',
    entry: { [ENTRY]: join(PAGE, 'main') },
    optimization: { ...base.optimization, minimize: false, concatenateModules: false },
  };
}

/**
 * Builds the frame in which a remote is tried alone, with the shared packages that are installed for `dir`, into `outDir`, for
 * browser and server, as a release in the place of the shell. Throws BuildFailed, NotInstalled.
 */
export async function buildFrame(dir: string, outDir: string): Promise<Release> {
  mkdirSync(outDir, { recursive: true });
  const server = { ...serverConfig(dir, 'shell', 'production', outDir), entry: join(PAGE, 'server') };
  const stats = await runWebpack(frameConfig(dir, outDir), server);
  const { [ENTRY]: files = { scripts: [], styles: [] } } = filesOfChunkGroups(stats, [ENTRY]);
  const [entry = ''] = files.scripts.slice(-1);
  return writeManifest(outDir, {
    name: 'shell',
    title: 'Plain frame',
    version: VERSION,
    contract: CONTRACT_VERSION,
    api: `^${API_VERSION}`,
    entry,
    shared: sharedVersions(dir),
    sharedNames: givenNames(stats),
    components: { Main: files },
    contributions: { routes: [], links: [], sections: [], overlays: [] },
  });
}
