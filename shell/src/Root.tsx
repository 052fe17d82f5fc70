import { type ReactNode, StrictMode } from 'react';
import { App } from './App.tsx';
import { type Composition, CompositionContext } from './composition/composition-context.ts';
import { PageBoundary } from './PageBoundary.tsx';

/** Properties of {@link Root}: the composition, and the router of the browser or of the server. */
export interface RootProps {
  readonly composition: Composition;
  readonly router: (children: ReactNode) => ReactNode;
}

/** The root of the tree, the same for the browser and for prerendering, so that one hydrates the other. */
export function Root({ composition, router }: RootProps) {
  return (
    <StrictMode>
      <PageBoundary>
        <CompositionContext value={composition}>{router(<App />)}</CompositionContext>
      </PageBoundary>
    </StrictMode>
  );
}
