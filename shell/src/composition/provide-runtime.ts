import * as runtimeCore from '@module-federation/runtime-core';

/**
 * Hands the shell's federation runtime to the remotes, which are built with `externalRuntime` and look for it under this
 * name. The plugin's own `provideExternalRuntime` does the same with a second, CommonJS copy of the whole runtime: 16 KB
 * more for every visitor, and two runtimes where there must be one.
 */
export function provideFederationRuntime(): void {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
}
