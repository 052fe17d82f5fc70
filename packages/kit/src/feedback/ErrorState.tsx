import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import classes from './feedback.module.css';

/** Properties of {@link ErrorState}. */
export interface ErrorStateProps {
  /** What happened: `Company news could not be loaded.` */
  readonly title: string;
  /** What was kept: `What you typed is still here.` */
  readonly kept?: ReactNode;
  /** What to do. */
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  readonly retrying?: boolean;
  /** A reference a person can quote. */
  readonly requestId?: string | undefined;
}

/** Something failed here: what happened, what was kept, what to do. */
export function ErrorState({ title, kept, children, onRetry, retrying = false, requestId }: ErrorStateProps) {
  return (
    <div className={classes.failure}>
      <Icon name="error" className={classes.failureIcon} />
      <div className={classes.failureBody}>
        <div role="alert">
          <p className={classes.stateTitle}>{title}</p>
          {kept ? <p className={classes.stateText}>{kept}</p> : null}
          {children ? <div className={classes.stateText}>{children}</div> : null}
        </div>
        {requestId ? (
          <p className={classes.reference}>
            Reference <code>{requestId}</code>
          </p>
        ) : null}
        {onRetry ? (
          <Button
            variant="secondary"
            size="small"
            icon="retry"
            onClick={onRetry}
            busy={retrying}
            className={classes.retry}
          >
            Retry
          </Button>
        ) : null}
      </div>
    </div>
  );
}
