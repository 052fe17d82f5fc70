import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';
import classes from './feedback.module.css';

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
