import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isSourceMap } from '@cytocomm/composition';
import { listFiles } from '@cytocomm/releases';
import webpack, { type Configuration } from 'webpack';
import { minimizers } from './webpack-config.ts';

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
