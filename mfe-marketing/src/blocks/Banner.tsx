import { ButtonLink, Container, classNames } from '@cytocomm/kit';
import { useId } from 'react';
import type { home } from '../content/home.ts';
import own from '../figures/AnswerScale.module.css';
import { curveIn, inPartsOf, levelOf, type Pulse } from '../figures/curve.ts';
import classes from './Banner.module.css';

/** The response, by the day: it has come and gone when the answer is given. */
export const answered: Pulse = { at: 0.4, height: 0.86, length: 0.9 };
const level = levelOf([inPartsOf(28, answered)], 0.06);
const frame = { x: 0, y: 4, width: 1120, height: 110 };
const days = Array.from({ length: 29 }, (_, day) => day);

/** A scale of 28 days on which the answer comes on the fourth. The words say what the drawing shows. */
export function AnswerScale({
  words,
  className,
}: {
  readonly words: { readonly caption: string; readonly answer: string; readonly end: string };
  readonly className?: string | undefined;
}) {
  return (
    <figure className={classNames(own.figure, className)}>
      <div className={own.scale}>
        <svg viewBox="0 0 1120 130" preserveAspectRatio="none" aria-hidden="true" className={own.drawing}>
          {days.map((day) => (
            <path key={day} d={`M${day * 40} 114v${day % 7 === 0 ? 16 : 8}`} className={own.tick} />
          ))}
          <path d="M0 114H1120" className={own.tick} />
          <path d={curveIn(frame, level, { from: 4 / 28, points: 24 })} className={own.rest} />
          <path d={curveIn(frame, level, { to: 4 / 28, noise: 0.01, points: 80 })} className={own.signal} />
        </svg>
        <span className={own.answer}>{words.answer}</span>
        <span className={own.end}>{words.end}</span>
      </div>
      <figcaption className={own.caption}>{words.caption}</figcaption>
    </figure>
  );
}

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
