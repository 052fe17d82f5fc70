import { Button, Container, Dialog, ErrorState, Notice, Skeleton, SkeletonGroup, Spinner } from '@cytocomm/kit';
import { useEffect, useState } from 'react';
import classes from './slots.module.css';

/** Properties of {@link SlotFailure}. */
export interface SlotFailureProps {
  /** The title of what failed: `Investor area`. */
  readonly what: string;
  /** The titles of what is missing: `Users`, `Documents`. */
  readonly parts?: readonly string[];
  readonly onRetry: () => void;
}

const NO_PARTS: readonly string[] = [];

/** One part of the page did not come; the rest works. */
export function SlotFailure({ what, parts = NO_PARTS, onRetry }: SlotFailureProps) {
  return (
    <Container className={classes.slot}>
      <ErrorState title={`${what} could not be loaded.`} kept="Everything else on this page works." onRetry={onRetry}>
        {parts.length > 0 ? <p>Missing here: {parts.join(', ')}.</p> : null}
        Try again now, or come back in a few minutes.
      </ErrorState>
    </Container>
  );
}

/** Properties of {@link SlotSkeleton}. */
export interface SlotSkeletonProps {
  /** What is loading. */
  readonly label?: string;
  /** Whether to say that it still loads. */
  readonly isSlow?: boolean;
}

/** The shape of a part that is still loading. */
export function SlotSkeleton({ label = 'Loading', isSlow = false }: SlotSkeletonProps) {
  return (
    <Container className={classes.slot}>
      <SkeletonGroup label={label} className={classes.skeleton}>
        {isSlow ? <p className={classes.slow}>Still loading</p> : <Skeleton shape="title" />}
        <Skeleton lines={3} className={classes.lines} />
        <Skeleton shape="block" />
      </SkeletonGroup>
    </Container>
  );
}

/** The page is as the server sent it; what makes it work is on its way. */
export function PageIsSlow() {
  return (
    <Container className={classes.notice}>
      <Notice live title="Still loading" className={classes.slowNotice}>
        <p>You can read and type, and buttons will work in a moment.</p>
      </Notice>
    </Container>
  );
}

/** The page is as the server sent it; what would make it work did not come. */
export function PageNotice({ what, onRetry }: SlotFailureProps) {
  return (
    <Container className={classes.notice}>
      <Notice tone="warning" live title={`${what} could not be loaded.`}>
        <p>You can read this page as it is. What it does on a press may not work until it has loaded.</p>
        <Button size="small" variant="secondary" icon="retry" onClick={onRetry}>
          Retry
        </Button>
      </Notice>
    </Container>
  );
}

/** Properties of {@link OverlayPending} and {@link OverlayFailure}. */
export interface OverlayProps {
  readonly title: string;
  readonly onClose: () => void;
}

/** How long an overlay may take before one is told that it is on its way, in ms. */
const TELL_AFTER_MS = 300;

/** An overlay that was asked for and is still loading. */
export function OverlayPending({ title, onClose }: OverlayProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLate, TELL_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog open={late} onClose={onClose} title={title} size="narrow">
      <Spinner label="Loading" />
    </Dialog>
  );
}

/** An overlay that was asked for and could not be loaded: told where one is looking, over the page. */
export function OverlayFailure({ title, onClose, onRetry }: OverlayProps & { readonly onRetry: () => void }) {
  return (
    <Dialog open onClose={onClose} title={title} size="narrow">
      <ErrorState title={`${title} could not be loaded.`} kept="Nothing was sent." onRetry={onRetry}>
        Try again now, or come back in a few minutes.
      </ErrorState>
    </Dialog>
  );
}

/** Properties of {@link SlotSwitchedOff}. */
export interface SlotSwitchedOffProps {
  /** The title of what is switched off: `Investor area`. */
  readonly what: string;
}

/** One part of the page was taken out of service on purpose; the rest works. */
export function SlotSwitchedOff({ what }: SlotSwitchedOffProps) {
  return (
    <Container className={classes.slot}>
      <Notice title={`${what} is temporarily switched off.`}>
        <p>Everything else on this page works. Please come back later.</p>
      </Notice>
    </Container>
  );
}

/** An overlay that was asked for and is out of service. */
export function OverlaySwitchedOff({ title, onClose, open }: OverlayProps & { readonly open: boolean }) {
  return (
    <Dialog open={open} onClose={onClose} title={title} size="narrow">
      <p>{title} is temporarily switched off. Please come back later.</p>
    </Dialog>
  );
}

/** A thin line at the top while the next page loads; a fast page never shows it. */
export function RouteProgress({ active }: { readonly active: boolean }) {
  if (!active) return null;
  return (
    <div role="progressbar" aria-label="Loading page" className={classes.progress}>
      <div className={classes.progressLine} />
    </div>
  );
}
