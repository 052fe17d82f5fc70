import type { LockedRelease } from '@cytocomm/contract';
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { SlotSkeleton } from '../frame/index.ts';
import { useComposition } from './composition-context.ts';
import { RemoteFailed } from './remotes.ts';
import { SlotFailed } from './SlotFailed.tsx';

/** What a slot needs to know. */
export interface SlotProps<Props extends object> {
  readonly remote: LockedRelease;
  readonly component: string;
  /** Handed to the remote's component. */
  readonly props: Props;
  /** What the component shows, in words; said when it fails. */
  readonly title?: string;
  /** Shown when it failed, in place of the usual words. */
  readonly failed?: (retry: () => void) => ReactNode;
  /** Shown while the component loads; the default is a neutral skeleton. */
  readonly pending?: ReactNode;
  /** An attempt to load it that failed before this slot was shown: told at once, instead of after a second wait. */
  readonly failure?: RemoteFailed | undefined;
}

type SlotState<Props> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly component: ComponentType<Props> }
  | { readonly status: 'failed'; readonly failure: RemoteFailed };

interface BoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Catches what a remote's component throws while it renders, so that only its slot is lost. */
class RenderBoundary extends Component<BoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}

/**
 * The place where a component of a remote stands. It loads the component, shows what failed and a Retry that fetches
 * everything anew, and keeps any failure to itself.
 */
export function Slot<Props extends object>(slot: SlotProps<Props>) {
  const { remote, component, props, title, pending, failed, failure: failedBefore } = slot;
  const { loader, onFailure } = useComposition();
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<SlotState<Props>>(() => {
    const known = loader.loaded<Props>(remote, component);
    if (known) return { status: 'ready', component: known };
    return failedBefore ? { status: 'failed', failure: failedBefore } : { status: 'loading' };
  });

  useEffect(() => {
    if (attempt === 0 && loader.loaded(remote, component)) return;
    if (attempt === 0 && failedBefore) {
      onFailure(failedBefore);
      return;
    }
    let current = true;
    const load = attempt === 0 ? loader.load<Props>(remote, component) : loader.reload<Props>(remote, component);
    load.then(
      (loaded) => current && setState({ status: 'ready', component: loaded }),
      (error: unknown) => {
        const failure = error instanceof RemoteFailed ? error : new RemoteFailed(remote, component, 'component', error);
        if (!current) return;
        setState({ status: 'failed', failure });
        onFailure(failure);
      },
    );
    return () => {
      current = false;
    };
  }, [loader, remote, component, attempt, onFailure, failedBefore]);

  const retry = () => {
    setState({ status: 'loading' });
    setAttempt((count) => count + 1);
  };

  if (state.status === 'loading') return pending ?? <SlotSkeleton />;
  if (state.status === 'failed')
    return failed ? failed(retry) : <SlotFailed release={remote} title={title} onRetry={retry} />;
  const Loaded = state.component;
  const lose = (error: unknown) => {
    const failure = new RemoteFailed(remote, component, 'render', error);
    setState({ status: 'failed', failure });
    onFailure(failure);
  };
  return (
    <RenderBoundary key={attempt} onError={lose}>
      <Loaded {...props} />
    </RenderBoundary>
  );
}
