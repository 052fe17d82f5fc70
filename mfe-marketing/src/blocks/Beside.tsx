import { Band, classNames, Heading, type Tone } from '@cytocomm/kit';
import { type ReactNode, useId } from 'react';
import classes from './Beside.module.css';

/** Properties of {@link Beside}. */
export interface BesideProps {
  readonly title: string;
  readonly lead?: string;
  readonly tone?: Tone;
  /** What stands beside the words: a drawing, a form. */
  readonly figure: ReactNode;
  /** Words to the right on a wide screen; on a narrow one they always come first. */
  readonly flipped?: boolean;
  readonly children?: ReactNode;
  /** What follows below both sides. */
  readonly after?: ReactNode;
}

/** A part of a page with words on one side and a figure on the other. */
export function Beside({ title, lead, tone = 'paper', figure, flipped = false, children, after }: BesideProps) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id}>
      <div className={classNames(classes.sides, flipped && classes.flipped)}>
        <div>
          <Heading level={2} id={id}>
            {title}
          </Heading>
          {lead ? <p className={classes.lead}>{lead}</p> : null}
          {children ? <div className={classes.words}>{children}</div> : null}
        </div>
        <div className={classes.figure}>{figure}</div>
      </div>
      {after ? <div className={classes.after}>{after}</div> : null}
    </Band>
  );
}
