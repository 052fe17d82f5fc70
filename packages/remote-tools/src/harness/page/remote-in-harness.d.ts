declare module 'remote-in-harness/remote.config.ts' {
  import type { RemoteConfig } from '@cytocomm/contract';

  const config: RemoteConfig;
  export default config;
}

interface ImportMeta {
  /** webpack's list of the modules below a folder. */
  webpackContext(
    folder: string,
    options: { recursive: boolean; regExp: RegExp; mode: 'lazy' },
  ): {
    (path: string): Promise<{ default?: unknown }>;
    keys(): string[];
  };
}
