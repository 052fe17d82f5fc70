import type { Lock, LockedRelease } from '@cytocomm/contract';
// biome-ignore lint/correctness/noUndeclaredDependencies: a name that the build's configuration resolves, no package
import { remoteComponents } from 'monolith-remote-components';
import type { ComponentType } from 'react';
import type { OwnComponents } from '../../shell/src/composition/federation.ts';
import { isComponent, RemoteFailed, type RemoteLoader } from '../../shell/src/composition/remotes.ts';

/** Takes the place of the shell's federation: every component is an import of this very build. */
export function createRemoteLoader(lock: Lock, own: OwnComponents): RemoteLoader {
  const loadedModules = new Map<string, unknown>();
  const idOf = (remote: LockedRelease, component: string) => `${remote.name}/${component}`;

  function loaded<Props>(remote: LockedRelease, component: string): ComponentType<Props> | undefined {
    const module = loadedModules.get(idOf(remote, component));
    return isComponent<Props>(module) ? module : undefined;
  }

  async function load<Props>(remote: LockedRelease, component: string): Promise<ComponentType<Props>> {
    const module = loaded<Props>(remote, component);
    if (module) return module;
    try {
      const components = remote === lock.shell ? own : remoteComponents[remote.name];
      const found = (await components?.[component]?.())?.default;
      if (!isComponent<Props>(found)) throw new TypeError(`${remote.name} has no component ${component}`);
      loadedModules.set(idOf(remote, component), found);
      return found;
    } catch (error) {
      throw new RemoteFailed(remote, component, 'component', error);
    }
  }

  return { loaded, load, reload: load };
}
