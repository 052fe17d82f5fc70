import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '@cytocomm/releases';
import {
  compressFiles,
  filesOfChunkGroups,
  type RemoteSource,
  readRemoteSource,
  runWebpack,
} from '@cytocomm/remote-tools';
import { ROOT } from '../root.ts';
import { monolithConfig } from './config.ts';
import { chunkNameOf, remoteImportsModule } from './remote-imports.ts';

/** The scripts and stylesheets of an entry or a page, in load order. */
export interface ChunkFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A finished monolith. */
export interface MonolithBuild {
  readonly dir: string;
  /** Every file below `dir`, without compressed twins. */
  readonly files: readonly string[];
  readonly main: ChunkFiles;
  /** The files of a remote's component. Throws when the monolith has no such component. */
  readonly filesOf: (remote: string, component: string) => ChunkFiles;
}

/** Builds the shell and the named remotes as one webpack application below `dir`. Throws BuildFailed with webpack's words. */
export async function buildMonolith(remotes: readonly string[], dir: string): Promise<MonolithBuild> {
  const outDir = join(dir, 'assets');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const sources: RemoteSource[] = [];
  for (const name of remotes) sources.push(await readRemoteSource(join(ROOT, name)));
  const remoteImports = join(dir, 'remote-components.ts');
  writeFileSync(remoteImports, remoteImportsModule(sources));

  const stats = await runWebpack(monolithConfig(sources, remoteImports, outDir));
  const files = listFiles(outDir);
  await compressFiles(outDir, files);

  const pages = sources.flatMap(({ config, components }) =>
    Object.keys(components).map((component) => chunkNameOf(config.name, component)),
  );
  const groups = filesOfChunkGroups(stats, ['main', ...pages]);
  const filesOfChunk = (name: string): ChunkFiles => {
    const found = groups[name];
    if (!found) throw new Error(`the monolith has no chunk ${name}`);
    return found;
  };
  return {
    dir: outDir,
    files,
    main: filesOfChunk('main'),
    filesOf: (remote, component) => filesOfChunk(chunkNameOf(remote, component)),
  };
}
