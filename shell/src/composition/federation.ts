import { containerName, DEADLINES } from '@cytocomm/composition';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import type { ComponentType } from 'react';
import { withDeadline } from './deadline.ts';
import { EntryFailed, type RemoteContainer } from './entry-script.ts';
import { openContainer } from './open-container.ts';
import { isComponent, RemoteFailed, type RemoteLoader } from './remotes.ts';

function defaultExport(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
}

/** Returns what runs a component's module, once its chunks are there. */
async function factoryOf(container: Pick<RemoteContainer, 'get'>, component: string): Promise<unknown> {
  try {
    return await container.get(`./${component}`);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ChunkLoadError') throw error;
    // Chromium hands a preload that failed to the first script that wants its file; the second asks the network.
    return container.get(`./${component}`);
  }
}

async function refetch(remote: LockedRelease, component: string): Promise<void> {
  const needed = remote.components[component];
  const paths = [remote.entry, ...(needed?.scripts ?? []), ...(needed?.styles ?? [])];
  const requests = paths.map((path) =>
    fetch(`${remote.baseUrl}${path}`, { cache: 'reload', signal: AbortSignal.timeout(DEADLINES.component) }),
  );
  // Only the cache matters here; whether a file is usable shows when it is loaded.
  await Promise.allSettled(requests);
}

/** The components that the shell contributes itself, by name. */
export type OwnComponents = Readonly<Record<string, () => Promise<{ default: unknown }>>>;

/** Returns the loader of a lock's remotes. */
export function createRemoteLoader(lock: Lock, own: OwnComponents): RemoteLoader {
  const loadedModules = new Map<string, unknown>();
  const containers = new Map<string, Promise<Pick<RemoteContainer, 'get'>>>();

  const idOf = (remote: LockedRelease, component: string) => `${containerName(remote.name)}/${component}`;

  function containerOf(remote: LockedRelease): Promise<Pick<RemoteContainer, 'get'>> {
    const container = containers.get(remote.name);
    if (container) return container;
    // A container may never be done with what it is given; one that is not is opened again by the next load.
    const opening = withDeadline(openContainer(remote), DEADLINES.component, containerName(remote.name));
    containers.set(remote.name, opening);
    // A failure is not kept: the next load tries again.
    opening.catch(() => containers.delete(remote.name));
    return opening;
  }

  async function moduleOf(remote: LockedRelease, component: string): Promise<unknown> {
    if (remote === lock.shell) return own[component]?.();
    const container = await containerOf(remote);
    const run = await factoryOf(container, component);
    if (typeof run !== 'function') throw new TypeError(`${idOf(remote, component)} is no function that runs a module`);
    return run();
  }

  function loaded<Props>(remote: LockedRelease, component: string): ComponentType<Props> | undefined {
    const module = loadedModules.get(idOf(remote, component));
    return isComponent<Props>(module) ? module : undefined;
  }

  async function load<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>> {
    const earlier = loaded<Props>(remote, component);
    if (earlier) return earlier;
    const id = idOf(remote, component);
    try {
      const exported = defaultExport(await withDeadline(moduleOf(remote, component), DEADLINES.component, id));
      if (!isComponent<Props>(exported)) throw new TypeError(`${id} has no component as its default export`);
      loadedModules.set(id, exported);
      return exported;
    } catch (error) {
      throw new RemoteFailed(remote, component, error instanceof EntryFailed ? 'entry' : 'component', error);
    }
  }

  async function reload<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>> {
    await refetch(remote, component);
    return load<Props>(remote, component);
  }

  return { loaded, load, reload };
}
