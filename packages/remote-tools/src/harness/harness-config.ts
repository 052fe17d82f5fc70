import { join } from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import type { Configuration } from 'webpack';
import { baseConfig, moduleRules } from '../webpack-config.ts';

/** The name under which the harness page imports the remote it shows. */
const REMOTE_ALIAS = 'remote-in-harness';

/** The build of the harness page with one remote and every package it uses in it: no federation, no shell. */
export function harnessConfig(remoteDir: string, name: string): Configuration {
  const base = baseConfig(remoteDir, name, 'development', join(remoteDir, 'dist', '.harness'));
  return {
    ...base,
    name,
    entry: { harness: join(import.meta.dirname, 'page', 'main.tsx') },
    resolve: { ...base.resolve, alias: { [REMOTE_ALIAS]: remoteDir } },
    module: { rules: moduleRules('development', true) },
    infrastructureLogging: { level: 'warn' },
    // A module that is added must not shift the ids of those that are in the page already: they are replaced by id.
    optimization: { ...base.optimization, moduleIds: 'named', chunkIds: 'named' },
    // One page at many depths of address.
    output: { ...base.output, publicPath: '/' },
    // What is wrong is shown by the dev server's own overlay.
    plugins: [...(base.plugins ?? []), new ReactRefreshPlugin({ overlay: false })],
  };
}
