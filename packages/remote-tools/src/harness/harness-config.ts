import { join } from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { Configuration } from 'webpack';
import { moduleRules } from '../module-rules.ts';
import { baseConfig } from '../webpack-config.ts';

/** The name under which the harness page imports the remote it shows. */
const REMOTE_ALIAS = 'remote-in-harness';

const CHUNK_TIMEOUT_MS = 60_000;

/** Without its ending, which is another one where the package is installed. */
const PAGE = join(import.meta.dirname, 'page', 'main');

/** A build of one page with every package it uses in it: no federation, no shell. */
function pageConfig(dir: string, name: string, entry: string, alias: Readonly<Record<string, string>>): Configuration {
  const base = baseConfig(dir, name, 'development', join(dir, 'dist', '.harness'));
  return {
    ...base,
    name,
    entry: { harness: entry },
    resolve: { ...base.resolve, alias },
    module: { rules: moduleRules('development', { name, dir }, true) },
    infrastructureLogging: { level: 'warn' },
    // A module that is added must not shift the ids of those that are in the page already: they are replaced by id.
    optimization: { ...base.optimization, moduleIds: 'named', chunkIds: 'named' },
    // One page at many depths of address; what it loads later waits while a change is built.
    output: { ...base.output, publicPath: '/', chunkLoadTimeout: CHUNK_TIMEOUT_MS },
    // What is wrong is shown by the dev server's own overlay. Forced: where NODE_ENV is production the plugin would stay away,
    // and what the rules have compiled wants it.
    plugins: [...(base.plugins ?? []), new ReactRefreshPlugin({ overlay: false, forceEnable: true })],
  };
}

/** The build of the harness page with one remote in it. */
export function harnessConfig(remoteDir: string, name: string): Configuration {
  return pageConfig(remoteDir, name, PAGE, { [REMOTE_ALIAS]: remoteDir });
}

/** The build of the kit's gallery, whose entries stand beside the kit's sources in `dir`. */
export function galleryConfig(dir: string): Configuration {
  return pageConfig(dir, 'kit', join(dir, 'src', 'gallery', 'main.tsx'), {});
}
