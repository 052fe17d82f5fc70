import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, relative, sep } from 'node:path';
import { containerName, DEADLINES, isSourceMap } from '@cytocomm/composition';
import { listFiles } from '@cytocomm/releases';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { JsMinifyOptions } from '@swc/core';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import type { Compiler, Configuration } from 'webpack';
import webpack from 'webpack';
import { SharedNamesPlugin, StableIdsPlugin } from './federation-plugins.ts';
import { ASSET_NAME, type BuildMode, moduleRules } from './module-rules.ts';
import type { RemoteSource } from './remote-source.ts';
import { findPackage, givenByShell, takenByRemote } from './shared-scope.ts';

/** One credentials mode for every file: a preload is only used by a request of the same mode. */
function guard(element: string, address: string): string {
  return [
    `${element}.crossOrigin = 'anonymous';`,
    `if (globalThis.portalIntegrity) ${element}.integrity = globalThis.portalIntegrity(${address});`,
  ].join('\n');
}

/**
 * Sets on every script and stylesheet that a build loads later the integrity value the lock holds for it, so the browser
 * refuses a file that was altered after its release. The shell puts the look-up on `globalThis.portalIntegrity`;
 * where there is none (the stand-alone harness) files load unchecked.
 */
class IntegrityPlugin {
  /** Hooks into webpack's own loaders for scripts and for extracted stylesheets. */
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('IntegrityPlugin', (compilation) => {
      const scripts = webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation);
      scripts.createScript.tap('IntegrityPlugin', (source) => `${source}\n${guard('script', 'url')}`);
      const styles = MiniCssExtractPlugin.getCompilationHooks(compilation);
      styles.beforeTagInsert.tap('IntegrityPlugin', (source) => `${source}\n${guard('linkTag', 'linkTag.href')}`);
    });
  }
}

/** The script that starts a remote; its address is unique by the release's folder. */
export const REMOTE_ENTRY = 'remote-entry.js';

const require = createRequire(import.meta.url);

/** The global that holds the federation's runtime: the shell gives it, and no remote carries one. */
const RUNTIME_GLOBAL = 'portalFederation';

/** The module with which the federation plugin begins each build of its own accord. */
const PLUGINS_RUNTIME = /[\\/]webpack-bundler-runtime[\\/]dist[\\/]bundler\.js$/;

/** What a shell gives in the place of that. */
const OWN_RUNTIME = require.resolve('@cytocomm/composition/federation-runtime');

/** What builds of shell and remotes ask of the federation plugin alike: nothing loads before it is asked for, types come from the workspace. */
const FEDERATION = { shareStrategy: 'loaded-first', dts: false } as const;

/** react-router's export map knows its development build only; the production one is half the size. */
function productionRouter(dir: string): Record<string, string> {
  const folder = findPackage(dir, 'react-router');
  if (!folder) return {};
  const built = join(folder, 'dist', 'production');
  return { 'react-router$': join(built, 'index.mjs'), 'react-router/dom$': join(built, 'dom-export.mjs') };
}

/** What makes scripts and styles small; the options are those of swc, for scripts. */
function minimizers(minimizerOptions: JsMinifyOptions = {}): webpack.WebpackPluginInstance[] {
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
      chunkLoadTimeout: DEADLINES.failed,
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

/** Returns a path as a request from the build's context: an absolute one would end up in module ids, and so in the hash. */
export function fromContext(dir: string, path: string): string {
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
    // What several components share is one file of each: a page asks for few.
    optimization: { ...base.optimization, splitChunks: { maxAsyncRequests: 2 } },
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
        manifest: mode === 'production',
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
        manifest: mode === 'production',
        experiments: { optimization: { target: 'web' } },
      }),
    ],
  };
}

/** Whether a build leaves source maps beside its scripts; `hidden` are those that no script names. */
export type SourceMaps = 'none' | 'hidden';

/** The module with which the federation plugin begins each build; its file's name is a hash of absolute paths. */
const FEDERATION_ENTRY = /\.federation\/entry\.[^/]*$/;

/** A module's place below its workspace, or below the root: the same wherever the checkout lies. */
function placeOf(name: string, resourcePath: string): string {
  const path = posix.normalize(resourcePath.replaceAll('\\', '/'));
  if (FEDERATION_ENTRY.test(path)) return `${name}/federation-entry.js`;
  return path.startsWith('../') ? path.replace(/^(\.\.\/)+/, '') : posix.join(name, path);
}

/** Returns the configuration of a build that leaves source maps, without the sources' text; `none` changes nothing. */
export function withSourceMaps(config: Configuration, name: string, maps: SourceMaps): Configuration {
  if (maps === 'none') return config;
  const place = ({ resourcePath }: { readonly resourcePath: string }) => placeOf(name, resourcePath);
  const plugin = new webpack.SourceMapDevToolPlugin({
    test: /\.js$/,
    filename: '[file].map',
    append: false,
    noSources: true,
    moduleFilenameTemplate: place,
    fallbackModuleFilenameTemplate: place,
  });
  // By how often a letter stands in a script, names would depend on the hashes in it, and those on where the sources lie.
  const mangle = { keepClassNames: false, disableCharFreq: true };
  const minimizer = minimizers({ mangle });
  return {
    ...config,
    optimization: { ...config.optimization, minimizer },
    plugins: [...(config.plugins ?? []), plugin],
  };
}

/** Takes its script's name out of each source map of a build: the hash in it differs from checkout to checkout. */
export function unnameSourceMaps(building: string): void {
  for (const path of listFiles(building).filter(isSourceMap)) {
    const { file: _file, ...map }: Record<string, unknown> = JSON.parse(readFileSync(join(building, path), 'utf8'));
    writeFileSync(join(building, path), JSON.stringify(map));
  }
}
