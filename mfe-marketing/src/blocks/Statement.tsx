import { Band, Heading, type Tone } from '@cytocomm/kit';
import { useId } from 'react';
import type { Passage } from '../content/types.ts';
import classes from './Statement.module.css';

/** A few sentences the company stands for, set large, with their name in the margin. */
export function Statement({ statement, tone = 'paper' }: { readonly statement: Passage; readonly tone?: Tone }) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id}>
      <div className={classes.row}>
        <Heading level={2} size="title-small" id={id} className={classes.name}>
          {statement.title}
        </Heading>
        <div className={classes.text}>
          {statement.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </Band>
  );
}
