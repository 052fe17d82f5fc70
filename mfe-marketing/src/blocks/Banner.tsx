import { ButtonLink, Container } from '@cytocomm/kit';
import type { home } from '../content/home.ts';
import { AnswerScale } from '../figures/AnswerScale.tsx';
import classes from './Banner.module.css';

/** The banner of the home page: one sentence, a scale of days that shows it, and where to read on. */
export function Banner({ banner }: { readonly banner: typeof home.banner }) {
  return (
    <section data-tone="ink" aria-label={banner.text} className={classes.banner}>
      <Container className={classes.row}>
        <p className={classes.text}>{banner.text}</p>
        <ButtonLink to={banner.action.to} variant="on-dark" trailingIcon="arrow-right">
          {banner.action.label}
        </ButtonLink>
        <AnswerScale words={banner.scale} className={classes.scale} />
      </Container>
    </section>
  );
}
