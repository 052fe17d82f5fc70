import { Component, type ReactNode, StrictMode } from 'react';
import { App } from './App.tsx';
import { type Composition, CompositionContext } from './composition/composition.ts';
import { ErrorScreen } from './frame/index.ts';

/** Returns a short id that a person can read out and that stands in the browser's log beside the error. */
export function newIncidentId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id + part.toString(36), '');
}

/** Catches what the frame itself throws: the specification's error screen, with an id that the log has too. */
class PageBoundary extends Component<{ readonly children: ReactNode }, { readonly incident: string | null }> {
  override state = { incident: null };

  static getDerivedStateFromError() {
    return { incident: newIncidentId() };
  }

  override componentDidCatch(error: unknown) {
    console.error(`Incident ${this.state.incident}`, error);
  }

  override render() {
    return this.state.incident ? <ErrorScreen requestId={this.state.incident} /> : this.props.children;
  }
}

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
