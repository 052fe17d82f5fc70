import { join } from 'node:path';
import { baseConfig, moduleRules, type RemoteSource } from '@cytocomm/remote-tools';
import webpack, { type Configuration } from 'webpack';
import { ROOT } from '../root.ts';

/** Where the monolith's server has its files. */
export const ASSETS_PATH = '/assets/';

/** Every class is named as in the build of its own workspace; what is shared, as in the shell's. */
function rules(sources: readonly RemoteSource[], shell: string): webpack.RuleSetRule {
  const ofRemotes = sources.map(({ dir, config: { name } }) => ({
    include: `${dir}/`,
    rules: moduleRules('production', { name, dir }),
  }));
  return { oneOf: [...ofRemotes, { rules: moduleRules('production', { name: 'shell', dir: shell }) }] };
}

/**
 * The portal's sources as one application: the shell's own entry, with imports in the place of federation, built by
 * the preset's rules and minimizers. No integrity values and no other origins: those come with releases and their lock.
 */
export function monolithConfig(sources: readonly RemoteSource[], remoteImports: string, outDir: string): Configuration {
  const shell = join(ROOT, 'shell');
  const base = baseConfig(shell, 'monolith', 'production', outDir);
  return {
    ...base,
    name: 'monolith',
    entry: { main: join(shell, 'src', 'main.tsx') },
    module: { rules: [rules(sources, shell)] },
    resolve: {
      ...base.resolve,
      alias: {
        ...base.resolve?.alias,
        'monolith-remote-components$': remoteImports,
      },
    },
    output: { ...base.output, publicPath: ASSETS_PATH, crossOriginLoading: false },
    plugins: [
      ...(base.plugins ?? []).filter((plugin) => plugin?.constructor.name !== 'IntegrityPlugin'),
      new webpack.NormalModuleReplacementPlugin(
        /\/composition\/federation\.ts$/,
        join(import.meta.dirname, 'static-federation.ts'),
      ),
    ],
  };
}
