import type { MatchedRoute } from '@cytocomm/composition';
import { RemoteFailed, type RemoteLoader } from './remotes.ts';

/** A page whose markup is there before its component. */
export interface ArrivingPage {
  readonly path: string;
  /** Resolves when the component is there. It never rejects: until then the markup stays, and can be read. */
  readonly loaded: Promise<void>;
  /** Why the last attempt failed; undefined while one is under way. */
  failure(): RemoteFailed | undefined;
  /** Tries again, past the HTTP cache. */
  retry(): void;
  /** The page was left: from now on its slot loads it like any other, and says itself what fails. */
  leave(): void;
  /** Calls back whenever `failure` changes. */
  subscribe(listener: () => void): () => void;
}

/** Begins to load the component of the page that is shown already. */
export function openArrivingPage(
  { release, route }: MatchedRoute,
  loader: RemoteLoader,
  onFailure: (failure: RemoteFailed) => void,
): ArrivingPage {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();
  let failure: RemoteFailed | undefined;
  const tell = (next: RemoteFailed | undefined) => {
    failure = next;
    for (const listener of listeners) listener();
  };
  const follow = (attempt: Promise<unknown>) =>
    attempt.then(
      () => resolve(),
      (error: unknown) => {
        const { component } = route;
        const failed = error instanceof RemoteFailed ? error : new RemoteFailed(release, component, 'component', error);
        onFailure(failed);
        tell(failed);
      },
    );
  void follow(loader.load(release, route.component));
  return {
    path: route.path,
    loaded: promise,
    failure: () => failure,
    retry() {
      tell(undefined);
      void follow(loader.reload(release, route.component));
    },
    leave: () => resolve(),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
