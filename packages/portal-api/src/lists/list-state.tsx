import type { SectionPlace } from '@cytocomm/contract';
import { ButtonLink, useLocation, useSearchParams } from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';

/** Names the record open below a tool's address while the component is mounted; null without one, or while its name loads. */
export function useOpenedName(place: SectionPlace | undefined, name: string | null): void {
  const nameOpened = place?.nameOpened;
  useLayoutEffect(() => {
    if (name === null) return;
    nameOpened?.(name);
    return () => nameOpened?.(null);
  }, [nameOpened, name]);
}

const views = new Map<string, string>();

// A search is not shown to the next person.
let lastEmail = useSession.getState().email;
useSession.subscribe(({ email }) => {
  if (email !== lastEmail) views.clear();
  lastEmail = email;
});

/** Keeps the view of the list at a path: the fields of its address. */
function noteView(path: string, fields: string): void {
  views.set(path, fields);
}

/** Returns the address of the list at a path with its last view in this tab: search, filters and order. */
function lastViewOf(path: string): string {
  const fields = views.get(path) ?? '';
  return fields === '' ? path : `${path}?${fields}`;
}

/** How a list's state is written in its address. */
export interface ListFields<State> {
  /** Reads the state from any address; defaults for missing or invalid fields. */
  readonly read: (fields: URLSearchParams) => State;
  /** Returns the fields of a state; an empty text is left out. */
  readonly write: (state: State) => Readonly<Record<string, string>>;
}

/** Returns the state of a list and its setter; it is in the address, so that a view can be shared. */
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

/** Properties of {@link BackToList}. */
export interface BackToListProps {
  /** The path of the list. */
  readonly path: string;
  /** The label: `All users`. */
  readonly children: ReactNode;
}

/** A link from a page below a list back to the list in its last view. */
export function BackToList({ path, children }: BackToListProps) {
  return (
    <ButtonLink variant="secondary" size="small" icon="chevron-left" to={lastViewOf(path)}>
      {children}
    </ButtonLink>
  );
}
