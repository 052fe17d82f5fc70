import { Heading } from '@cytocomm/kit';
import type { Point } from '../content/types.ts';
import classes from './Steps.module.css';

/** One step on a line; the current one is where things stand today. */
export interface Step extends Point {
  readonly state?: string;
  readonly current?: boolean;
}

/** Steps in their order, on one line. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step.title} className={classes.step} data-current={step.current || undefined}>
          {step.state ? <p className={classes.state}>{step.state}</p> : null}
          <Heading level={3} size="title-small">
            {step.title}
          </Heading>
          <p className={classes.text}>{step.text}</p>
        </li>
      ))}
    </ol>
  );
}
