import { type ComponentType, useEffect, useState } from 'react';
import { ErrorState } from '../feedback/ErrorState.tsx';
import { Skeleton, SkeletonGroup } from '../feedback/Skeleton.tsx';
import classes from './lazy-part.module.css';

/** A component that is fetched when it is first shown. */
export interface Part<Props> {
  /** Its name in `Loading chart` and `The chart could not be loaded.` */
  readonly what: string;
  readonly load: () => Promise<ComponentType<Props>>;
  /** Set once it is here. A failure leaves no trace, so the next try is a real one. */
  readonly loaded: () => ComponentType<Props> | undefined;
}

/** Creates a part that remembers its component once it has come. */
export function createPart<Props>(what: string, fetchPart: () => Promise<ComponentType<Props>>): Part<Props> {
  let component: ComponentType<Props> | undefined;
  return {
    what,
    load: async () => {
      component = await fetchPart();
      return component;
    },
    loaded: () => component,
  };
}

/** Properties of {@link LazyPart}. */
export interface LazyPartProps<Props> {
  readonly part: Part<Props>;
  readonly props: Props;
  /** The room it will take, in pixels, so that nothing moves when it comes. */
  readonly height: number;
}

type PartState<Props> =
  | { readonly status: 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly component: ComponentType<Props> };

/** Keeps a heavy part out of the door's first load: a skeleton until it comes, Retry when it does not. */
export function LazyPart<Props extends object>({ part: { what, load, loaded }, props, height }: LazyPartProps<Props>) {
  const [state, setState] = useState<PartState<Props>>(() => {
    const component = loaded();
    return component ? { status: 'ready', component } : { status: 'loading' };
  });
  const loading = state.status === 'loading';

  useEffect(() => {
    if (!loading) return;
    let current = true;
    load().then(
      (component) => current && setState({ status: 'ready', component }),
      () => current && setState({ status: 'failed' }),
    );
    return () => {
      current = false;
    };
  }, [loading, load]);

  if (state.status === 'ready') return <state.component {...props} />;
  if (state.status === 'failed') {
    return <ErrorState title={`The ${what} could not be loaded.`} onRetry={() => setState({ status: 'loading' })} />;
  }
  return (
    <SkeletonGroup label={`Loading ${what}`} className={classes.room}>
      <div style={{ height }}>
        <Skeleton shape="block" className={classes.fill} />
      </div>
    </SkeletonGroup>
  );
}
