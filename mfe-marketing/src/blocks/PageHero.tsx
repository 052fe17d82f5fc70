import { Band, classNames, Heading, type Tone } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import type { Opening } from '../content/types.ts';
import classes from './PageHero.module.css';

/** Properties of {@link PageHero}. */
export interface PageHeroProps {
  readonly opening: Opening;
  readonly tone?: Tone;
  /** What is seen beside the words, or below them. */
  readonly figure?: ReactNode;
  /** `close` is beside already where a screen is as wide as a tablet's: for a figure without words. */
  readonly place?: 'beside' | 'close' | 'below';
  readonly className?: string | undefined;
}

/** The opening of a page: its one first-level heading, what it is about, and a figure that shows it. */
export function PageHero({ opening, tone = 'ink', figure, place = 'beside', className }: PageHeroProps) {
  return (
    <Band tone={tone} spacing="none" className={classNames(classes.hero, className)}>
      <div className={classNames(classes.layout, figure ? classes[place] : classes.alone)}>
        <div className={classes.words}>
          <Heading level={1}>{opening.title}</Heading>
          <p className={classes.lead}>{opening.lead}</p>
        </div>
        {figure ? <div className={classes.figure}>{figure}</div> : null}
      </div>
    </Band>
  );
}
