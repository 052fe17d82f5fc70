import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { containerName, DEADLINES, SERVER_BUNDLE, SERVER_FOLDER, styleNamePrefix } from '@cytocomm/composition';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { JsMinifyOptions } from '@swc/core';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { IntegrityPlugin } from './integrity-plugin.ts';
import { findPackage } from './package-folder.ts';
import type { RemoteSource } from './remote-source.ts';
import { SharedNamesPlugin } from './shared-names-plugin.ts';
import { givenByShell, takenByRemote } from './shared-scope.ts';
import { StableIdsPlugin } from './stable-ids-plugin.ts';

/** The script that starts a remote; its address is unique by the release's folder. */
export const REMOTE_ENTRY = 'remote-entry.js';

/** `production` is minified and hashed by content; `development` is readable. */
export type BuildMode = 'production' | 'development';

const require = createRequire(import.meta.url);

/** The global that holds the federation's runtime: the shell gives it, and no remote carries one. */
const RUNTIME_GLOBAL = 'portalFederation';

/** The module with which the federation plugin begins each build of its own accord. */
const PLUGINS_RUNTIME = /[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/;

/** What a shell gives in the place of that. */
const OWN_RUNTIME = require.resolve('@cytocomm/composition/federation-runtime');

/** What builds of shell and remotes ask of the federation plugin alike: nothing loads before it is asked for, types come from the workspace. */
const FEDERATION = { shareStrategy: 'loaded-first', dts: false } as const;

const ASSET_NAME = '[name].[contenthash:8][ext]';

/** Whose sources some rules of a build are for. */
export interface Workspace {
  readonly name: string;
  readonly dir: string;
}

/**
 * Class names and keyframes begin with the workspace's name, which the gate asks for, so that no two builds meet. They are
 * hashed by path below the workspace, so the browser's and the server's build agree on them.
 */
function cssModules(mode: BuildMode, { name, dir }: Workspace) {
  const file = mode === 'production' ? '[1]' : '[path][1]';
  return {
    localIdentContext: dir,
    localIdentHashSalt: name,
    auto: /\.module\.css$/,
    namedExport: false,
    exportLocalsConvention: 'as-is',
    localIdentRegExp: /([^/\\]+)\.module\.css$/,
    localIdentName: `${styleNamePrefix(name)}${file}-[local]-[hash:base64:6]`,
  } as const;
}

/**
 * The module rules that every browser build of the portal uses, for the sources of `workspace`, by whose name its class
 * names begin. `hot` adds React Refresh and React's development JSX, for a page that bundles React itself: a remote takes
 * `react/jsx-runtime` from the shell, which shares no other.
 */
export function moduleRules(mode: BuildMode, workspace: Workspace, hot = false): RuleSetRule[] {
  return [
    {
      test: /\.[jt]sx?$/,
      exclude: /node_modules/,
      loader: require.resolve('swc-loader'),
      options: {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: hot, refresh: hot } },
        },
      },
    },
    {
      test: /\.css$/,
      use: [
        MiniCssExtractPlugin.loader,
        {
          loader: require.resolve('css-loader'),
          options: { modules: cssModules(mode, workspace) },
        },
      ],
    },
    { test: /\.(woff2|avif|webp|png|svg)$/, type: 'asset/resource' },
  ];
}

/** react-router's export map knows its development build only; the production one is half the size. */
function productionRouter(dir: string): Record<string, string> {
  const folder = findPackage(dir, 'react-router');
  if (!folder) return {};
  const built = join(folder, 'dist', 'production');
  return { 'react-router$': join(built, 'index.mjs'), 'react-router/dom$': join(built, 'dom-export.mjs') };
}

/** What makes scripts and styles small; the options are those of swc, for scripts. */
export function minimizers(minimizerOptions: JsMinifyOptions = {}): webpack.WebpackPluginInstance[] {
  return [
    new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false, minimizerOptions }),
    new MinimizerPlugin({ test: /\.css$/, minify: MinimizerPlugin.lightningCssMinify }),
  ];
}

/** What all browser builds have in common. `context` makes module ids independent of where the checkout lies. */
export function baseConfig(dir: string, name: string, mode: BuildMode, outDir: string): Configuration {
  const production = mode === 'production';
  return {
    mode,
    context: dir,
    target: ['web', 'es2022'],
    devtool: production ? false : 'cheap-module-source-map',
    resolve: { extensions: ['.tsx', '.ts', '.jsx', '.js'], alias: production ? productionRouter(dir) : {} },
    module: { rules: moduleRules(mode, { name, dir }) },
    output: {
      path: outDir,
      uniqueName: name,
      hashSalt: name,
      publicPath: 'auto',
      filename: production ? '[name].[contenthash:8].js' : '[name].js',
      chunkFilename: production ? '[name].[contenthash:8].js' : '[name].js',
      assetModuleFilename: ASSET_NAME,
      crossOriginLoading: 'anonymous',
      chunkLoadTimeout: DEADLINES.chunk,
      // A module that threw while it started runs again on Retry instead of handing out its broken half.
      strictModuleErrorHandling: true,
    },
    optimization: {
      // Ids without gaps (`natural`) make an array of arrow functions of the shell's modules: Chromium starts it 60 ms later (ADR 2).
      moduleIds: 'deterministic',
      chunkIds: 'natural',
      minimizer: minimizers(),
    },
    plugins: [
      new MiniCssExtractPlugin({
        filename: production ? '[name].[contenthash:8].css' : '[name].css',
        chunkFilename: production ? '[name].[contenthash:8].css' : '[name].css',
        // CSS modules have no order between each other.
        ignoreOrder: true,
      }),
      new StableIdsPlugin(),
      new IntegrityPlugin(),
    ],
    performance: { hints: false },
    // The federation plugin tells at each build that the manifest's addresses are relative, as is meant.
    infrastructureLogging: { level: 'error' },
    stats: 'errors-warnings',
  };
}

/** A path as a request from the build's context: an absolute one would end up in module ids, and so in the hash. */
function fromContext(dir: string, path: string): string {
  return `./${relative(dir, path).split(sep).join('/')}`;
}

/** The browser build of a remote: its container and one lazily loaded module per exposed component. */
export function remoteConfig(source: RemoteSource, mode: BuildMode, outDir: string): Configuration {
  const name = source.config.name;
  const base = baseConfig(source.dir, name, mode, outDir);
  return {
    ...base,
    name,
    entry: {},
    externals: [
      ({ request = '' }, resolved) =>
        PLUGINS_RUNTIME.test(request) ? resolved(undefined, `var ${RUNTIME_GLOBAL}`) : resolved(),
    ],
    plugins: [
      ...(base.plugins ?? []),
      new SharedNamesPlugin('takes'),
      new ModuleFederationPlugin({
        ...FEDERATION,
        name: containerName(name),
        filename: REMOTE_ENTRY,
        library: { type: 'var', name: containerName(name) },
        exposes: Object.fromEntries(
          Object.entries(source.components).map(([component, path]) => [
            `./${component}`,
            { import: [fromContext(source.dir, path)], name: component },
          ]),
        ),
        shared: takenByRemote(source.dir),
        manifest: true,
      }),
    ],
  };
}

/** Which runtime of the federation a shell gives: its own, or the package's, which is larger and feeds the developer tools. */
export type FederationRuntime = 'own' | 'official';

/** Puts the chosen runtime in the place of the one that the plugin asks for. */
function runtimePlugins(dir: string, runtime: FederationRuntime): webpack.WebpackPluginInstance[] {
  const composition = join(dir, 'src', 'composition');
  const replace = (module: RegExp, file: string) =>
    new webpack.NormalModuleReplacementPlugin(module, join(composition, file));
  if (runtime === 'own') return [new webpack.NormalModuleReplacementPlugin(PLUGINS_RUNTIME, OWN_RUNTIME)];
  const official = 'official-runtime.ts';
  return [replace(PLUGINS_RUNTIME, official), replace(/^\.\/open-container\.ts$/, official)];
}

/** The browser build of the shell, which gives the shared scope and the federation's runtime to all remotes. */
export function shellConfig(
  dir: string,
  mode: BuildMode,
  outDir: string,
  runtime: FederationRuntime = 'own',
): Configuration {
  const base = baseConfig(dir, 'shell', mode, outDir);
  return {
    ...base,
    name: 'shell',
    entry: { main: join(dir, 'src', 'main.tsx') },
    plugins: [
      ...(base.plugins ?? []),
      ...runtimePlugins(dir, runtime),
      new SharedNamesPlugin('gives'),
      new ModuleFederationPlugin({
        ...FEDERATION,
        name: 'shell',
        shared: givenByShell(dir),
        manifest: true,
        experiments: { optimization: { target: 'web' } },
      }),
    ],
  };
}

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
