/** Made for each build from every remote's `remote.config.ts`: how each contributed component is imported. */
declare module 'monolith-remote-components' {
  /** By remote name and component name. */
  export const remoteComponents: Readonly<
    Record<string, Readonly<Record<string, () => Promise<{ default: unknown }>>>>
  >;
}
