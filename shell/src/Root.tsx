import { type ReactNode, StrictMode } from 'react';
import { App } from './App.tsx';
import { type Composition, CompositionContext } from './composition/composition-context.ts';
import { PageBoundary } from './PageBoundary.tsx';

/** What the root needs: the composition, and the router of the place it runs in. */
export interface RootProps {
  readonly composition: Composition;
  readonly router: (children: ReactNode) => ReactNode;
}

/** The tree from the top, the same for the browser and for prerendering, so that one hydrates the other. */
export function Root({ composition, router }: RootProps) {
  return (
    <StrictMode>
      <PageBoundary>
        <CompositionContext value={composition}>{router(<App />)}</CompositionContext>
      </PageBoundary>
    </StrictMode>
  );
}
