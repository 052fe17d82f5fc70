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

/** How long a component may take from the first request to the last, in ms; a slot answers within 3.5 s. */
export const COMPONENT_DEADLINE_MS = 3200;

/** The step in which a remote's component failed. */
export type FailurePhase = 'entry' | 'component' | 'render';

/** A component of a remote could not be had. Holds everything a report needs; `cause` is the original error. */
export class RemoteFailed extends Error {
  override readonly name = 'RemoteFailed';
  readonly remote: LockedRelease;
  readonly component: string;
  readonly phase: FailurePhase;

  constructor(remote: LockedRelease, component: string, phase: FailurePhase, cause: unknown) {
    super(`${remote.name} ${remote.release}: "${component}" failed in phase ${phase}`, { cause });
    this.remote = remote;
    this.component = component;
    this.phase = phase;
  }
}

/** Loads components of the remotes of one lock. */
export interface RemoteLoader {
  /** The component when it has already loaded, so that a known page renders without a flash. */
  loaded<Props>(remote: LockedRelease, component: string): ComponentType<Props> | undefined;
  /** Loads a component. Rejects with RemoteFailed; a failure is never remembered, the next call tries anew. */
  load<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>>;
  /** Fetches the component's files past the HTTP cache, which may hold a broken answer, and loads it again. */
  reload<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>>;
}

function containerName(remote: LockedRelease): string {
  return remote.name.replaceAll('-', '_');
}

function entryUrl(remote: LockedRelease): string {
  return new URL(`${remote.baseUrl}${remote.entry}`, location.origin).href;
}

/** Which props it takes cannot be seen at run time; the contract's range, checked when the lock was made, vouches for it. */
function isComponent<Props>(value: unknown): value is ComponentType<Props> {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
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
