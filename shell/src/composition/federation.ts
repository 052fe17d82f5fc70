import type { Lock, LockedRelease } from '@cytocomm/contract';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import type { ComponentType } from 'react';
import { withDeadline } from './deadline.ts';
import { loadEntryScript } from './entry-script.ts';
import { isComponent, RemoteFailed, type RemoteLoader } from './remotes.ts';

/** How long a component may take from the first request to the last, in ms; a slot answers within 3.5 s. */
export const COMPONENT_DEADLINE_MS = 2900;

function containerName(remote: LockedRelease): string {
  return remote.name.replaceAll('-', '_');
}

function entryUrl(remote: LockedRelease): string {
  return new URL(`${remote.baseUrl}${remote.entry}`, location.origin).href;
}

function entryLoaderPlugin(): ModuleFederationRuntimePlugin {
  return {
    name: 'portal-entry-loader',
    loadEntry: ({ remoteInfo }) => loadEntryScript(remoteInfo.entry, remoteInfo.entryGlobalName),
  };
}

async function refetch(remote: LockedRelease, component: string): Promise<void> {
  const needed = remote.components[component];
  const paths = [remote.entry, ...(needed?.scripts ?? []), ...(needed?.styles ?? [])];
  const requests = paths.map((path) =>
    fetch(`${remote.baseUrl}${path}`, { cache: 'reload', signal: AbortSignal.timeout(COMPONENT_DEADLINE_MS) }),
  );
  // Only the cache matters here; whether a file is usable shows when it is loaded.
  await Promise.allSettled(requests);
}

/** The components that the shell contributes itself, by name. */
export type OwnComponents = Readonly<Record<string, () => Promise<{ default: unknown }>>>;

/** Registers the remotes of a lock with the federation runtime and answers their loader. */
export function createRemoteLoader(lock: Lock, own: OwnComponents): RemoteLoader {
  const loadedModules = new Map<string, unknown>();
  registerPlugins([entryLoaderPlugin()]);
  registerRemotes(
    lock.remotes.map((remote) => ({ name: containerName(remote), entry: entryUrl(remote), type: 'var' })),
  );

  const idOf = (remote: LockedRelease, component: string) => `${containerName(remote)}/${component}`;

  function loaded<Props>(remote: LockedRelease, component: string): ComponentType<Props> | undefined {
    const known = loadedModules.get(idOf(remote, component));
    return isComponent<Props>(known) ? known : undefined;
  }

  async function load<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>> {
    const known = loaded<Props>(remote, component);
    if (known) return known;
    const id = idOf(remote, component);
    try {
      const work = remote === lock.shell ? own[component]?.() : loadRemote<{ default?: unknown }>(id);
      const module = await withDeadline(Promise.resolve(work), COMPONENT_DEADLINE_MS, id);
      const found = module?.default;
      if (!isComponent<Props>(found)) throw new TypeError(`${id} has no component as its default export`);
      loadedModules.set(id, found);
      return found;
    } catch (error) {
      throw new RemoteFailed(
        remote,
        component,
        remote === lock.shell || containerName(remote) in globalThis ? 'component' : 'entry',
        error,
      );
    }
  }

  async function reload<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>> {
    await refetch(remote, component);
    return load<Props>(remote, component);
  }

  return { loaded, load, reload };
}
