import { Heading } from '@cytocomm/kit';
import { problemMessage } from '@cytocomm/portal-api';
import { type ReactNode, useId } from 'react';
import classes from './overview.module.css';

/** How many lines a block shows of a list that may be long: its height is fixed, so that nothing moves when it is filled. */
export const LINES = 3;

/** One of the blocks of an overview. */
export function Block({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={classes.block}>
      <Heading level={2} size="title-small" id={titleId}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

interface StateProps {
  readonly error: unknown;
  /** What is said of the error; by default what it says itself. */
  readonly words?: string;
  readonly onRetry: () => unknown;
}

/** Stands in a block until it is filled, and says why it is not. */
export function State({ error, words = problemMessage(error), onRetry }: StateProps) {
  if (error === undefined) return <p className={classes.hint}>Loading…</p>;
  return (
    <p className={classes.hint}>
      {words}{' '}
      <button type="button" className={classes.retry} onClick={() => void onRetry()}>
        Try again
      </button>
    </p>
  );
}
