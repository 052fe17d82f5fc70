import type { LockedRelease } from '@cytocomm/contract';
import { Component, type ReactNode, useEffect } from 'react';
import { SlotSkeleton } from '../frame/index.ts';
import { useComposition } from './composition-context.ts';
import { SlotFailed } from './SlotFailed.tsx';
import { useComponentState } from './use-component-state.ts';

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
}

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
 * The place where a component of a remote stands. It shows the component, or that it failed with a Retry that fetches
 * everything anew, and keeps any failure to itself.
 */
export function Slot<Props extends object>({ remote, component, props, title, pending, failed }: SlotProps<Props>) {
  const { components } = useComposition();
  const state = useComponentState(remote, component);
  useEffect(() => components.show(remote, component), [components, remote, component]);

  const retry = () => void components.retry(remote, component);
  if (state.status === 'failed')
    return failed ? failed(retry) : <SlotFailed release={remote} title={title} onRetry={retry} />;
  const Loaded = state.status === 'ready' ? components.loaded<Props>(remote, component) : undefined;
  if (state.status !== 'ready' || !Loaded) return pending ?? <SlotSkeleton />;
  return (
    <RenderBoundary key={state.attempt} onError={(error) => components.fail(remote, component, error)}>
      <Loaded {...props} />
    </RenderBoundary>
  );
}
