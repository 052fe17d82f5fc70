import { useLocation, useSearchParams } from '@cytocomm/kit';
import { useEffect } from 'react';
import { noteView } from './last-view.ts';

/** How an address holds what a list shows. */
export interface ListFields<State> {
  /** Reads a state of any address: what is none there is the default. */
  readonly read: (fields: URLSearchParams) => State;
  /** Returns the fields of a state; an empty text is none. */
  readonly write: (state: State) => Readonly<Record<string, string>>;
}

/** Returns what a list shows, and what changes it: in the address, so that a view can be shared. */
export function useListState<State>({ read, write }: ListFields<State>) {
  const [fields, setFields] = useSearchParams();
  const { pathname } = useLocation();
  const state = read(fields);
  const view = new URLSearchParams(Object.entries(write(state)).filter(([, value]) => value !== '')).toString();
  useEffect(() => noteView(pathname, view), [pathname, view]);
  const change = (changed: Partial<State>) =>
    setFields(
      (before) => {
        const written = new URLSearchParams(before);
        for (const [name, value] of Object.entries(write({ ...read(before), ...changed }))) {
          if (value === '') written.delete(name);
          else written.set(name, value);
        }
        return written;
      },
      { replace: true, preventScrollReset: true },
    );
  return [state, change] as const;
}
