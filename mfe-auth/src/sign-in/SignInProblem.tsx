import { MISCONFIGURED } from '@cytocomm/http';
import { Heading, Icon } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import classes from './sign-in.module.css';

/** Properties of {@link SignInProblem}. */
export interface SignInProblemProps {
  /** What happened, in the specification's words. */
  readonly message: string;
  readonly children: ReactNode;
  /** Buttons that lead on from here. */
  readonly actions: ReactNode;
}

/** A sign-in that ended without a dashboard: what happened, why that may be, where to go from here. */
export function SignInProblem({ message, children, actions }: SignInProblemProps) {
  // The one sentence here that begins with an emoji, which not every device can draw.
  const drawn = message === MISCONFIGURED;
  return (
    <div className={classes.panel}>
      <div role="alert">
        {drawn ? <Icon name="warning" size="large" className={classes.warning} /> : null}
        <Heading level={1} size="title-large" className={drawn ? classes.marked : undefined}>
          {message}
        </Heading>
        <div className={classes.lead}>{children}</div>
      </div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
