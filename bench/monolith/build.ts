import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '@cytocomm/releases';
import {
  baseConfig,
  compressFiles,
  filesOfChunkGroups,
  moduleRules,
  type RemoteSource,
  readRemoteSource,
  runWebpack,
} from '@cytocomm/remote-tools';
import webpack, { type Configuration } from 'webpack';
import { ROOT } from '../portal/processes.ts';

/** Where the monolith's server has its files. */
export const ASSETS_PATH = '/assets/';

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

const chunkNameOf = (remote: string, component: string) => `${remote}-${component}`;

/** Returns the module `monolith-remote-components`: one lazy import, and so one chunk, for each component of each remote. */
function remoteImportsModule(sources: readonly RemoteSource[]): string {
  const remotes = sources.map(({ config: { name }, components }) => {
    const imports = Object.entries(components).map(([component, path]) => {
      const chunk = chunkNameOf(name, component);
      return `${component}: () => import(/* webpackChunkName: "${chunk}" */ ${JSON.stringify(path)}),`;
    });
    return `${JSON.stringify(name)}: {\n${imports.join('\n')}\n},`;
  });
  return `export const remoteComponents = {\n${remotes.join('\n')}\n};\n`;
}

/**
 * The portal's sources as one application: the shell's own entry, with imports in the place of federation, built by
 * the preset's rules and minimizers. No integrity values and no other origins: those come with releases and their lock.
 */
function monolithConfig(sources: readonly RemoteSource[], remoteImports: string, outDir: string): Configuration {
  const shell = join(ROOT, 'shell');
  const federation = join(import.meta.dirname, 'static-federation.ts');
  const base = baseConfig(shell, 'monolith', 'production', outDir);
  // Every class is named as in the build of its own workspace; what is shared, as in the shell's.
  const ofRemotes = sources.map(({ dir, config: { name } }) => {
    return { include: `${dir}/`, rules: moduleRules('production', { name, dir }) };
  });
  const alias = { ...base.resolve?.alias, 'monolith-remote-components$': remoteImports };
  return {
    ...base,
    name: 'monolith',
    entry: { main: join(shell, 'src', 'main.tsx') },
    module: { rules: [{ oneOf: [...ofRemotes, { rules: moduleRules('production', { name: 'shell', dir: shell }) }] }] },
    resolve: { ...base.resolve, alias },
    output: { ...base.output, publicPath: ASSETS_PATH, crossOriginLoading: false },
    plugins: [
      ...(base.plugins ?? []).filter((plugin) => plugin?.constructor.name !== 'IntegrityPlugin'),
      new webpack.NormalModuleReplacementPlugin(/\/composition\/federation\.ts$/, federation),
    ],
  };
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
