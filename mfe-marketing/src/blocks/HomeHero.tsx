import { ButtonLink, Container, Heading, Icon, SignalTrace } from '@cytocomm/kit';
import { useState } from 'react';
import type { HeroContent } from '../content/types.ts';
import { FloatingCells } from '../figures/FloatingCells.tsx';
import classes from './HomeHero.module.css';

/** The opening of the home page: cells that float, and what they report below them. */
export function HomeHero({ opening }: { readonly opening: HeroContent }) {
  const [learn, contact] = opening.actions;
  const [still, setStill] = useState(false);
  return (
    <section data-tone="ink" className={classes.hero}>
      <FloatingCells still={still} />
      <Container className={classes.container}>
        <div className={classes.words}>
          <Heading level={1} className={classes.title}>
            {opening.title}
          </Heading>
          <p className={classes.lead}>{opening.lead}</p>
          <div className={classes.actions}>
            <ButtonLink to={learn.to} variant="on-dark" trailingIcon="arrow-right">
              {learn.label}
            </ButtonLink>
            <ButtonLink to={contact.to} variant="secondary">
              {contact.label}
            </ButtonLink>
          </div>
        </div>
      </Container>
      <SignalTrace shape="recording" className={classes.trace} />
      <button type="button" className={classes.motion} onClick={() => setStill(!still)}>
        <Icon name={still ? 'play' : 'pause'} size="small" label={still ? opening.motion.start : opening.motion.stop} />
      </button>
    </section>
  );
}
