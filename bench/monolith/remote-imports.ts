import type { RemoteSource } from '@cytocomm/remote-tools';

/** The name of the chunk that holds a remote's component. */
export function chunkNameOf(remote: string, component: string): string {
  return `${remote}-${component}`;
}

/** The module `monolith-remote-components`: one lazy import, and so one chunk, for each component of each remote. */
export function remoteImportsModule(sources: readonly RemoteSource[]): string {
  const remotes = sources.map(({ config, components }) => {
    const imports = Object.entries(components).map(
      ([name, path]) =>
        `    ${name}: () => import(/* webpackChunkName: "${chunkNameOf(config.name, name)}" */ ${JSON.stringify(path)}),`,
    );
    return [`  ${JSON.stringify(config.name)}: {`, ...imports, '  },'].join('\n');
  });
  return ['export const remoteComponents = {', ...remotes, '};', ''].join('\n');
}
