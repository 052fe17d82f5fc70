import { useSession } from '@cytocomm/session';

/** The state of a form that outlives it, for `useSyncExternalStore`. */
export interface FormState<State> {
  readonly read: () => State;
  readonly set: (part: Partial<State>) => void;
  /** Calls a listener after each change. Returns a function that ends that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Whether somebody looks at the form; else its outcome has to be told elsewhere. */
  readonly isWatched: () => boolean;
}

/**
 * Creates the state of a form that outlives it. `onOtherPerson` is called when another person signs in, who must not find what the
 * one before left; the same person, after an expiry, must.
 */
export function createFormState<State extends object>(initial: State, onOtherPerson: () => void): FormState<State> {
  let state = initial;
  const listeners = new Set<() => void>();
  useSession.subscribe((now, before) => {
    const owner = before.email ?? before.endedEmail;
    if (owner !== null && owner !== (now.email ?? now.endedEmail)) onOtherPerson();
  });
  return {
    read: () => state,
    set: (part) => {
      state = { ...state, ...part };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isWatched: () => listeners.size > 0,
  };
}
