import { containerName } from '@cytocomm/composition';
import federation from '@cytocomm/composition/federation-runtime';
import type { LockedRelease } from '@cytocomm/contract';
import * as kit from '@cytocomm/kit';
import * as kitDashboard from '@cytocomm/kit/dashboard';
import * as portalApi from '@cytocomm/portal-api';
import * as session from '@cytocomm/session';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';

const GIVEN: Readonly<Record<string, unknown>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  '@cytocomm/kit': kit,
  '@cytocomm/kit/dashboard': kitDashboard,
  '@cytocomm/portal-api': portalApi,
  '@cytocomm/session': session,
};

/** What a remote's entry leaves behind. */
interface Container {
  init(sharedScope: unknown): unknown;
  get(module: string): Promise<() => unknown>;
}

type Build = Parameters<typeof federation.bundlerRuntime.init>[0]['webpackRequire'];

/** Puts the packages of this page into a shared scope. Their versions were compared when the lock was made. */
function sharedScope(shared: Readonly<Record<string, string>>): unknown {
  const sharedPackages = Object.entries(GIVEN).map(([name, exported]) => [
    name,
    [{ version: shared[name] ?? '', get: () => () => exported }],
  ]);
  const build: Build = {
    m: {},
    c: {},
    federation: { initOptions: { name: 'frame', shared: Object.fromEntries(sharedPackages) } },
    consumesLoadingData: {},
  };
  federation.bundlerRuntime.init({ webpackRequire: build });
  return build.S?.default;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && 'init' in value && 'get' in value;
}

function isComponent(value: unknown): value is react.ComponentType<object> {
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

function runScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.crossOrigin = 'anonymous';
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => reject(new Error(`${address} could not be loaded`));
    script.src = address;
    document.head.append(script);
  });
}

/** Loads components of remotes, each remote with the packages of this page. */
export function createComponents(shared: Readonly<Record<string, string>>) {
  const scope = sharedScope(shared);
  const containers = new Map<string, Promise<Container>>();

  async function open(remote: LockedRelease): Promise<Container> {
    await runScript(remote.baseUrl + remote.entry);
    const container: unknown = Reflect.get(globalThis, containerName(remote.name));
    if (!isContainer(container)) throw new Error(`${remote.entry} ran but left no container`);
    await container.init(scope);
    return container;
  }

  /** Resolves to the component that a remote exposes under a name. Rejects where there is none. */
  return async function load(remote: LockedRelease, component: string): Promise<react.ComponentType<object>> {
    const container = containers.get(remote.name) ?? open(remote);
    containers.set(remote.name, container);
    const run = await (await container).get(`./${component}`);
    const module = run();
    const exported = typeof module === 'object' && module !== null && 'default' in module ? module.default : undefined;
    if (!isComponent(exported)) throw new TypeError(`${component} has no component as its default export`);
    return exported;
  };
}
