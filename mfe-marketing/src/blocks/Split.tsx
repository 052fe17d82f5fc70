import { Band, Heading, type Tone } from '@cytocomm/kit';
import { type ReactNode, useId } from 'react';
import classes from './Split.module.css';

/** Properties of {@link Split}. */
export interface SplitProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A part of a page: its heading in the left margin, what it says to the right. */
export function Split({ title, lead, tone = 'paper', children, className }: SplitProps) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id} className={className}>
      <div className={classes.split}>
        <div className={classes.margin}>
          <Heading level={2} id={id}>
            {title}
          </Heading>
          {lead ? <p className={classes.lead}>{lead}</p> : null}
        </div>
        <div className={classes.content}>{children}</div>
      </div>
    </Band>
  );
}
