import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';
import { CellMotif } from '../motifs/motifs.tsx';
import classes from './feedback.module.css';

/** Properties of {@link Spinner}. */
export interface SpinnerProps {
  /** What is being waited for, spoken and, unless `quiet`, shown: `Signing you in...`. */
  readonly label: string;
  readonly quiet?: boolean;
  readonly className?: string | undefined;
}

/** A cell that turns while something is under way. */
export function Spinner({ label, quiet = false, className }: SpinnerProps) {
  return (
    <div role="status" className={classNames(classes.spinner, className)}>
      <svg viewBox="0 0 48 48" className={classes.turning} aria-hidden="true">
        <circle cx="24" cy="24" r="21" className={classes.ring} />
        <path d="M24 3a21 21 0 0 1 21 21" className={classes.arc} />
        <circle cx="28" cy="20" r="7" className={classes.nucleus} />
      </svg>
      <span className={quiet ? 'visually-hidden' : classes.spinnerLabel}>{label}</span>
    </div>
  );
}

/** Properties of {@link Skeleton}. */
export interface SkeletonProps {
  readonly shape?: 'line' | 'title' | 'block' | 'circle';
  /** Lines of text to stand for; the last one is shorter. */
  readonly lines?: number;
  readonly className?: string | undefined;
}

/** A grey shape where content will come. Decoration: the group around it speaks. */
export function Skeleton({ shape = 'line', lines = 1, className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classNames(classes.skeletonStack, className)}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical shapes, never reordered
        <span key={line} className={classNames(classes.skeleton, classes[shape])} />
      ))}
    </span>
  );
}

/** Properties of {@link SkeletonGroup}. */
export interface SkeletonGroupProps {
  /** What is loading: `Loading company news`. */
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Names once what is loading, around skeletons in the shape of what comes. */
export function SkeletonGroup({ label, children, className }: SkeletonGroupProps) {
  return (
    <div role="status" data-loading="" className={className}>
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  );
}

/** Properties of {@link Notice}. */
export interface NoticeProps {
  readonly tone?: 'info' | 'success' | 'warning' | 'error';
  readonly title?: string;
  readonly children?: ReactNode;
  /** It appears as an answer to something done: announced, an error at once. */
  readonly live?: boolean;
  readonly className?: string | undefined;
}

/** A few words that matter, in the flow of the page. */
export function Notice({ tone = 'info', title, children, live = false, className }: NoticeProps) {
  const role = live ? (tone === 'error' ? 'alert' : 'status') : undefined;
  return (
    <div role={role} className={classNames(classes.notice, classes[tone], className)}>
      <Icon name={tone} size="small" className={classes.noticeIcon} />
      <div className={classes.noticeWords}>
        {title ? <p className={classes.noticeTitle}>{title}</p> : null}
        {children}
      </div>
    </div>
  );
}

/** Properties of {@link EmptyState}. */
export interface EmptyStateProps {
  /** What is not there: `No users found.` */
  readonly title: string;
  /** What to do next. */
  readonly children?: ReactNode;
  /** A button or link that does it. */
  readonly action?: ReactNode;
}

/** A list without entries, and what to do about it. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <CellMotif className={classes.stateMark} />
      <p className={classes.stateTitle}>{title}</p>
      {children ? <div className={classes.stateText}>{children}</div> : null}
      {action ? <div className={classes.stateActions}>{action}</div> : null}
    </div>
  );
}

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
