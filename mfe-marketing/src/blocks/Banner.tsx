import { ButtonLink, Container } from '@cytocomm/kit';
import { useId } from 'react';
import type { home } from '../content/home.ts';
import { AnswerScale } from '../figures/AnswerScale.tsx';
import classes from './Banner.module.css';

/** The banner of the home page: one sentence, a scale of days that shows it, and where to read on. */
export function Banner({ banner }: { readonly banner: typeof home.banner }) {
  const textId = useId();
  return (
    <section data-tone="ink" aria-label={banner.text} className={classes.banner}>
      <Container className={classes.row}>
        <p id={textId} className={classes.text}>
          {banner.text}
        </p>
        <ButtonLink to={banner.action.to} variant="on-dark" aria-describedby={textId}>
          <span>{banner.action.label}</span>
          {/* A sign of the text, not an icon: to a machine that reads links, the label alone says nothing. */}
          <span aria-hidden="true">→</span>
        </ButtonLink>
        <AnswerScale words={banner.scale} className={classes.scale} />
      </Container>
    </section>
  );
}
