/** What a remote's entry script leaves behind: webpack's container of its components. */
export interface RemoteContainer {
  /** Hands the shared packages over; must come before the first `get`. */
  init(sharedScope: unknown): unknown;
  /** Loads a component's files; resolves to the function that runs its module. */
  get(module: string): Promise<() => unknown>;
}

/** A remote's entry script did not load, or did not leave its container behind. */
export class EntryFailed extends Error {
  override readonly name = 'EntryFailed';
}

function isContainer(value: unknown): value is RemoteContainer {
  return (
    typeof value === 'object' &&
    value !== null &&
    'get' in value &&
    'init' in value &&
    typeof value.get === 'function' &&
    typeof value.init === 'function'
  );
}

/**
 * Adds the entry script with the integrity value of the lock and resolves to the container it declares under `global`.
 * Rejects with EntryFailed when it cannot be fetched, is not what the lock vouches for, or throws; one that is late is
 * waited for as long as the browser does. Nothing of a failed attempt stays in the page.
 */
export function loadEntryScript(url: string, global: string): Promise<RemoteContainer> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    let thrown = '';
    const noteThrown = ({ filename, message }: ErrorEvent) => {
      if (filename === url) thrown ||= `: ${message}`;
    };
    const settle = (failure: string | null) => {
      removeEventListener('error', noteThrown);
      script.onload = null;
      script.onerror = null;
      script.remove();
      const container: unknown = Reflect.get(globalThis, global);
      if (failure === null && isContainer(container)) resolve(container);
      else reject(new EntryFailed(failure ?? `${url} ran but left no container "${global}"${thrown}`));
    };
    script.onload = () => settle(null);
    script.onerror = () => settle(`${url} could not be loaded`);
    addEventListener('error', noteThrown);
    script.crossOrigin = 'anonymous';
    try {
      if (globalThis.portalIntegrity) script.integrity = globalThis.portalIntegrity(url);
      script.src = url;
      document.head.append(script);
    } catch (error) {
      settle(`${url} must not be loaded: ${String(error)}`);
    }
  });
}
