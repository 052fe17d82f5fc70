import { Heading } from '@cytocomm/kit';
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
  return (
    <div className={classes.panel}>
      <div role="alert">
        <Heading level={1} size="title-large">
          {message}
        </Heading>
        <div className={classes.lead}>{children}</div>
      </div>
      <div className={classes.actions}>{actions}</div>
    </div>
  );
}
