import { ButtonLink } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import { lastViewOf } from './last-view.ts';

/** Properties of {@link BackToList}. */
export interface BackToListProps {
  /** The path of the list. */
  readonly path: string;
  /** What it leads to: `All users`. */
  readonly children: ReactNode;
}

/** Leads from a page below a list to the list, as it was last seen. */
export function BackToList({ path, children }: BackToListProps) {
  return (
    <ButtonLink variant="secondary" size="small" icon="chevron-left" to={lastViewOf(path)}>
      {children}
    </ButtonLink>
  );
}
