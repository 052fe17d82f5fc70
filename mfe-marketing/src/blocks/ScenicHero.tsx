import { Container, Heading } from '@cytocomm/kit';
import type { ReactNode } from 'react';
import type { Opening } from '../content/types.ts';
import classes from './ScenicHero.module.css';

/** An opening whose figure runs from edge to edge below the words; the children are the figure's caption. */
export function ScenicHero({
  opening,
  scene,
  children,
}: {
  readonly opening: Opening;
  readonly scene: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section data-tone="ink" className={classes.hero}>
      <Container className={classes.words}>
        <Heading level={1}>{opening.title}</Heading>
        <p className={classes.lead}>{opening.lead}</p>
      </Container>
      <figure>
        <div className={classes.scene}>{scene}</div>
        <Container className={classes.caption}>{children}</Container>
      </figure>
    </section>
  );
}
