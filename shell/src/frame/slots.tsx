import { Container, ErrorState, Skeleton, SkeletonGroup } from '@cytocomm/kit';
import classes from './slots.module.css';

/** Properties of {@link SlotFailure}. */
export interface SlotFailureProps {
  /** The title of what failed: `Investor area`. */
  readonly what: string;
  readonly onRetry: () => void;
}

/** One part of the page did not come; the rest works. */
export function SlotFailure({ what, onRetry }: SlotFailureProps) {
  return (
    <Container className={classes.slot}>
      <ErrorState title={`${what} could not be loaded.`} kept="Everything else on this page works." onRetry={onRetry}>
        Try again now, or come back in a few minutes.
      </ErrorState>
    </Container>
  );
}

/** Properties of {@link SlotSkeleton}. */
export interface SlotSkeletonProps {
  /** What is loading. */
  readonly label?: string;
}

/** The shape of a part that is still loading. */
export function SlotSkeleton({ label = 'Loading' }: SlotSkeletonProps) {
  return (
    <Container className={classes.slot}>
      <SkeletonGroup label={label} className={classes.skeleton}>
        <Skeleton shape="title" />
        <Skeleton lines={3} className={classes.lines} />
        <Skeleton shape="block" />
      </SkeletonGroup>
    </Container>
  );
}
