import { ErrorState, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import { Component, type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense } from 'react';
import classes from './harness.module.css';
import { loadComponent } from './remote.ts';

const components = new Map<string, LazyExoticComponent<ComponentType<object>>>();

function componentOf(name: string): LazyExoticComponent<ComponentType<object>> {
  const component = components.get(name) ?? lazy(() => loadComponent<object>(name));
  components.set(name, component);
  return component;
}

interface BoundaryState {
  readonly failure: string | null;
}

/** Shows what a component threw where it would stand, with a way to try again after a change. */
class FailureBoundary extends Component<{ readonly name: string; readonly children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failure: null };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { failure: error instanceof Error ? error.message : String(error) };
  }

  retry = () => {
    components.delete(this.props.name);
    this.setState({ failure: null });
  };

  override render() {
    if (this.state.failure === null) return this.props.children;
    return (
      <div className={classes.failed}>
        <ErrorState title={`${this.props.name} failed.`} onRetry={this.retry}>
          {this.state.failure}
        </ErrorState>
      </div>
    );
  }
}

/** A component of the remote by its name, with its loading and its failure. */
export function RemoteComponent<Props extends object>({
  name,
  props,
}: {
  readonly name: string;
  readonly props: Props;
}) {
  return (
    <FailureBoundary key={name} name={name}>
      <Suspense
        fallback={
          <SkeletonGroup label="Loading" className={classes.pending}>
            <Skeleton shape="title" />
            <Skeleton shape="block" />
          </SkeletonGroup>
        }
      >
        <Loaded name={name} props={props} />
      </Suspense>
    </FailureBoundary>
  );
}

function Loaded({ name, props }: { readonly name: string; readonly props: object }) {
  const LazyComponent = componentOf(name);
  return <LazyComponent {...props} />;
}
