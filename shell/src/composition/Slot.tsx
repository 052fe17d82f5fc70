import type { LockedRelease } from '@cytocomm/contract';
import { Component, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { SlotFailure, SlotSkeleton, SlotSwitchedOff } from '../frame/index.ts';
import { type FailedPart, useComponentState, useComposition } from './composition.ts';

/** Properties of {@link SlotFailed}. */
interface SlotFailedProps {
  readonly release: LockedRelease;
  readonly title: string | undefined;
  readonly onRetry: () => void;
}

/** Shows that a slot's part failed; the first failed slot of a release says it for all of them, and retries all. */
function SlotFailed({ release, title, onRetry }: SlotFailedProps) {
  const { failedParts } = useComposition();
  const parts = useSyncExternalStore(
    failedParts.subscribe,
    () => failedParts.of(release),
    () => failedParts.of(release),
  );
  const [part] = useState<FailedPart>(() => ({ release, title, retry: onRetry }));
  useEffect(() => failedParts.add(part), [failedParts, part]);

  if (parts.length > 0 && parts[0] !== part) return null;
  const titles = parts.flatMap((failed) => failed.title ?? []);
  const retryAll = () => {
    for (const failed of parts) failed.retry();
  };
  return <SlotFailure what={release.title} parts={titles} onRetry={retryAll} />;
}

/** Properties of {@link Slot}. */
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
  /** Shown when its remote is switched off, in place of the usual words. */
  readonly switchedOff?: ReactNode;
}

interface BoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly failed: (retry: () => void) => ReactNode;
  readonly children: ReactNode;
}

/** Catches what a remote's component throws while it renders, so that only its slot is lost; Retry renders it again. */
class RenderBoundary extends Component<BoundaryProps, { readonly hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError() {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  readonly retry = () => this.setState({ hasThrown: false });

  override render() {
    return this.state.hasThrown ? this.props.failed(this.retry) : this.props.children;
  }
}

function RunningSlot<Props extends object>({ remote, component, props, title, pending, failed }: SlotProps<Props>) {
  const { components } = useComposition();
  const state = useComponentState(remote, component);
  useEffect(() => components.show(remote, component), [components, remote, component]);

  const failedWith = (retry: () => void) =>
    failed ? failed(retry) : <SlotFailed release={remote} title={title} onRetry={retry} />;
  if (state.status === 'failed') return failedWith(() => void components.retry(remote, component));
  const Loaded = state.status === 'ready' ? components.loaded<Props>(remote, component) : undefined;
  if (!Loaded) return pending ?? <SlotSkeleton isSlow={state.status === 'slow'} />;
  return (
    <RenderBoundary
      key={component}
      failed={failedWith}
      onError={(error) => components.reportThrown(remote, component, error)}
    >
      <Loaded {...props} />
    </RenderBoundary>
  );
}

/**
 * The place where a component of a remote stands. It shows the component, that it failed with a Retry, or, without loading
 * anything, that its remote is switched off.
 */
export function Slot<Props extends object>({ switchedOff, ...slot }: SlotProps<Props>) {
  const { switchedOff: names } = useComposition();
  if (!names?.has(slot.remote.name)) return <RunningSlot {...slot} />;
  return switchedOff ?? <SlotSwitchedOff what={slot.title ?? slot.remote.title} />;
}
