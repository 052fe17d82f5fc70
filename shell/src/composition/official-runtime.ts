import { containerName, DEADLINES, FEDERATION_MANIFEST } from '@cytocomm/composition';
import type { LockedRelease } from '@cytocomm/contract';
import { createInstance, type ModuleFederation } from '@module-federation/runtime';
import federation from '@module-federation/webpack-bundler-runtime';
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js';
import { EntryFailed, type RemoteContainer } from './entry-script.ts';

/**
 * The runtime of the package in the place of ours: `npm run dev -- --official-runtime` and the browser tests build the shell
 * with this module instead of `federation-runtime.ts` and `open-container.ts`. The same releases of remotes run under both.
 * It fills `__FEDERATION__`, which the developer tools of Module Federation read, and weighs 18 KB more.
 */

type Init = NonNullable<typeof federation.bundlerRuntime>['init'];

let shell: ModuleFederation | undefined;

/**
 * Makes an instance for each build. The package's own `init` finds one by an identifier that is compiled into the build which
 * holds the runtime, so every remote would be taken for the shell.
 */
const init = ({ webpackRequire }: Pick<Parameters<Init>[0], 'webpackRequire'>): ModuleFederation => {
  const { initOptions } = webpackRequire.federation;
  if (!initOptions) throw new Error('a build without federation options requested the runtime');
  const instance = createInstance(initOptions);
  if (shell) return instance;
  shell = instance;
  instance.registerPlugins([
    {
      name: 'entries-of-the-lock',
      createScript({ url }) {
        const script = document.createElement('script');
        script.crossOrigin = 'anonymous';
        if (globalThis.portalIntegrity) script.integrity = globalThis.portalIntegrity(url);
        script.src = url;
        return { script, timeout: DEADLINES.failed };
      },
      // The runtime adds the style sheets of its manifest unchecked; the build finds them there and does not ask for its own.
      generatePreloadAssets: async () => ({ cssAssets: [], jsAssetsWithoutEntry: [], entryAssets: [] }),
    },
  ]);
  return instance;
};

/** Registers a remote with the runtime by its manifest. A failure shows when a component is loaded. */
export async function openContainer(remote: LockedRelease): Promise<Pick<RemoteContainer, 'get'>> {
  const name = containerName(remote.name);
  const runtime = shell;
  if (!runtime) throw new Error('the runtime of the shell has not been initialized');
  runtime.registerRemotes([{ name, entry: new URL(`${remote.baseUrl}${FEDERATION_MANIFEST}`, location.origin).href }]);
  return {
    async get(module) {
      const request = `${name}/${module.slice('./'.length)}`;
      const load = () => runtime.loadRemote<() => unknown>(request, { loadFactory: false, from: 'runtime' });
      const run = await load()
        // Chromium hands a preload that failed to the first script that wants its file; the second asks the network.
        .catch((cause: unknown) => (Reflect.get(globalThis, name) ? Promise.reject(cause) : load()))
        .catch((cause: unknown) => {
          if (Reflect.get(globalThis, name)) throw cause;
          throw new EntryFailed(`the entry of ${remote.name} could not be loaded: ${String(cause)}`, { cause });
        });
      if (!run) throw new Error(`${name} has no ${module}`);
      return run;
    },
  };
}

type Federation = typeof federation;
type Official = Omit<Federation, 'bundlerRuntime'> & {
  readonly bundlerRuntime: Partial<NonNullable<Federation['bundlerRuntime']>>;
};

// A build that exposes nothing leaves `initContainerEntry` out; remotes want it.
const official: Official = {
  ...federation,
  bundlerRuntime: { ...federation.bundlerRuntime, init, initContainerEntry },
};
globalThis.portalFederation = official;

export default official;
