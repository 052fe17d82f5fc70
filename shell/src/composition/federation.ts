import { containerName, DEADLINES } from '@cytocomm/composition';
import type { Lock, LockedRelease } from '@cytocomm/contract';
import type { ComponentType } from 'react';
import { EntryFailed, type RemoteContainer } from './entry-script.ts';
import { openContainer } from './open-container.ts';
import { isComponent, isLate, RemoteFailed, type RemoteLoader, withDeadline } from './remotes.ts';

type Container = Pick<RemoteContainer, 'get'>;

function defaultExport(module: unknown): unknown {
  return typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
}

/** Whether a file of a remote could not be loaded, so that a second attempt can help. */
function hasMissedFile(error: unknown): boolean {
  if (error instanceof EntryFailed) return true;
  if (!(error instanceof Error)) return false;
  // The second is the style sheet of a chunk.
  return error.name === 'ChunkLoadError' || ('code' in error && error.code === 'CSS_CHUNK_LOAD_FAILED');
}

/**
 * Returns the factory of a component's module once its chunks have loaded. A build has its own timeout for a chunk; asking again
 * takes a chunk that arrives later.
 */
async function factoryOf(container: Container, component: string): Promise<unknown> {
  const end = performance.now() + DEADLINES.givenUp;
  for (;;)
    try {
      return await container.get(`./${component}`);
    } catch (error) {
      if (!isLate(error) || performance.now() >= end) throw error;
    }
}

async function refetch(remote: LockedRelease, component: string): Promise<void> {
  const needed = remote.components[component];
  const paths = [remote.entry, ...(needed?.scripts ?? []), ...(needed?.styles ?? [])];
  const requests = paths.map((path) =>
    fetch(`${remote.baseUrl}${path}`, { cache: 'reload', signal: AbortSignal.timeout(DEADLINES.slow) }),
  );
  // Only refreshes the cache; whether a file is usable shows when it is loaded.
  await Promise.allSettled(requests);
}

/** The components that the shell contributes itself, by name. */
export type OwnComponents = Readonly<Record<string, () => Promise<{ default: unknown }>>>;

/** Returns the loader of a lock's remotes. */
export function createRemoteLoader(lock: Lock, own: OwnComponents): RemoteLoader {
  const loadedModules = new Map<string, unknown>();
  const containers = new Map<string, Promise<Container>>();
  /** The remotes whose container is open. */
  const opened = new Set<string>();

  const idOf = (remote: LockedRelease, component: string) => `${containerName(remote.name)}/${component}`;

  function containerOf(remote: LockedRelease): Promise<Container> {
    const container = containers.get(remote.name);
    if (container) return container;
    const opening = openContainer(remote);
    containers.set(remote.name, opening);
    opening.then(
      () => opened.add(remote.name),
      // A failure is not kept: the next load tries again.
      () => containers.get(remote.name) === opening && containers.delete(remote.name),
    );
    return opening;
  }

  async function moduleOf(remote: LockedRelease, component: string): Promise<unknown> {
    if (remote === lock.shell) return own[component]?.();
    const container = await containerOf(remote);
    const run = await factoryOf(container, component);
    if (typeof run !== 'function') throw new TypeError(`${idOf(remote, component)} is no function that runs a module`);
    return withDeadline(run(), DEADLINES.failed, idOf(remote, component));
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
      const exported = defaultExport(
        await moduleOf(remote, component).catch(async (error: unknown) => {
          if (!hasMissedFile(error)) throw error;
          await refetch(remote, component);
          return moduleOf(remote, component);
        }),
      );
      if (!isComponent<Props>(exported)) throw new TypeError(`${id} has no component as its default export`);
      // The first of two attempts wins: replacing its component would discard typed text.
      const shown = loaded<Props>(remote, component);
      if (shown) return shown;
      loadedModules.set(id, exported);
      return exported;
    } catch (error) {
      throw new RemoteFailed(remote, component, error instanceof EntryFailed ? 'entry' : 'component', error);
    }
  }

  async function reload<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>> {
    await refetch(remote, component);
    // A pending entry may never load; an open container keeps the state that its components share.
    if (!opened.has(remote.name)) containers.delete(remote.name);
    return load<Props>(remote, component);
  }

  return { loaded, load, reload };
}
