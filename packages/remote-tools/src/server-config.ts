import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SERVER_BUNDLE, SERVER_FOLDER } from '@cytocomm/composition';
import type { Configuration } from 'webpack';
import { ASSET_NAME, type BuildMode, cssModules, moduleRules } from './module-rules.ts';
import type { RemoteSource } from './remote-source.ts';
import { takenByRemote } from './shared-scope.ts';
import { fromContext } from './webpack-config.ts';

const require = createRequire(import.meta.url);

/** The server build of a shell's frame, without its entry. */
export function serverConfig(dir: string, name: string, mode: BuildMode, outDir: string): Configuration {
  const workspace = { name, dir };
  const [script] = moduleRules(mode, workspace);
  return {
    mode,
    context: dir,
    name: `${name} for the server`,
    // No platform: neither a browser's nor Node's own modules are there where it runs.
    target: 'es2022',
    devtool: false,
    resolve: { extensions: ['.tsx', '.ts', '.jsx', '.js'] },
    module: {
      // One file: what loads lazily in a browser is simply there on the server.
      parser: { javascript: { dynamicImportMode: 'eager' } },
      rules: [
        ...(script ? [script] : []),
        {
          test: /\.css$/,
          loader: require.resolve('css-loader'),
          // Addresses inside a sheet are for browsers.
          options: { url: false, modules: { ...cssModules(mode, workspace), exportOnlyLocals: true } },
        },
        { test: /\.(woff2|avif|webp|png|svg)$/, type: 'asset/resource', generator: { emit: false } },
      ],
    },
    output: {
      path: join(outDir, SERVER_FOLDER),
      filename: SERVER_BUNDLE,
      chunkLoading: false,
      chunkFormat: 'commonjs',
      library: { type: 'commonjs2' },
      uniqueName: name,
      hashSalt: name,
      assetModuleFilename: ASSET_NAME,
      publicPath: '',
    },
    optimization: { moduleIds: 'deterministic', minimize: false },
    performance: { hints: false },
  };
}

/** The server build of a remote's public pages; what is shared it asks the shell's server build for. */
export function remoteServerConfig(
  source: RemoteSource,
  pages: readonly string[],
  mode: BuildMode,
  outDir: string,
): Configuration {
  const base = serverConfig(source.dir, source.config.name, mode, outDir);
  const reexports = pages.map((name) => {
    const path = fromContext(source.dir, source.components[name] ?? '');
    return `export { default as ${name} } from '${path}';`;
  });
  const shared = Object.fromEntries(
    Object.keys(takenByRemote(source.dir)).map((request) => [request, `commonjs ${request}`]),
  );
  return {
    ...base,
    entry: `data:text/javascript,${encodeURIComponent(reexports.join('\n'))}`,
    externals: shared,
  };
}

/** The server build of the shell: it renders whole pages and holds the shared scope for the remotes' server builds. */
export function shellServerConfig(dir: string, mode: BuildMode, outDir: string): Configuration {
  return { ...serverConfig(dir, 'shell', mode, outDir), entry: join(dir, 'src', 'server', 'main.tsx') };
}
