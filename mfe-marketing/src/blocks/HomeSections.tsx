import { ButtonLink, Container, classNames, Heading, Icon, SignalTrace } from '@cytocomm/kit';
import { useEffect, useId, useRef, useState } from 'react';
import { home } from '../content/home.ts';
import scaleStyles from '../figures/AnswerScale.module.css';
import { curveIn, levelOf, type Pulse } from '../figures/drawing.tsx';
import filmStyles from '../figures/FilmStill.module.css';
import cellStyles from '../figures/FloatingCells.module.css';
import { SensorSection } from '../figures/SensorSection.tsx';
import bannerStyles from './Banner.module.css';
import stripStyles from './FeatureStrip.module.css';
import heroStyles from './HomeHero.module.css';
import videoStyles from './VideoBlock.module.css';

/** The strip of four items above the hero. */
export function FeatureStrip() {
  return (
    <div data-tone="ink" className={stripStyles.strip}>
      <Container>
        <ul className={stripStyles.items}>
          {home.features.map(({ icon, title }) => (
            <li key={title} className={stripStyles.item}>
              <Icon name={icon} className={stripStyles.icon} />
              {title}
            </li>
          ))}
        </ul>
      </Container>
    </div>
  );
}

/** The specification's number of particles; their size and speed stand in the stylesheet. */
const cells = Array.from({ length: 15 }, (_, index) => index);

/** Cells that drift behind the hero unless `still`. Their places are in the stylesheet: hydrated markup may not be random. */
function FloatingCells({ still }: { readonly still: boolean }) {
  return (
    <div aria-hidden="true" className={cellStyles.field} data-still={still || undefined}>
      {cells.map((cell) => (
        <span key={cell} className={cellStyles.cell} />
      ))}
    </div>
  );
}

/** The opening of the home page: cells that float, and what they report below them. */
export function HomeHero() {
  const { hero } = home;
  const [still, setStill] = useState(false);
  return (
    <section data-tone="ink" className={heroStyles.hero}>
      <FloatingCells still={still} />
      <Container className={heroStyles.container}>
        <div className={heroStyles.words}>
          <Heading level={1} className={heroStyles.title}>
            {hero.title}
          </Heading>
          <p className={heroStyles.lead}>{hero.lead}</p>
          <div className={heroStyles.actions}>
            <ButtonLink to="/platform" variant="on-dark" trailingIcon="arrow-right">
              {hero.learn}
            </ButtonLink>
            <ButtonLink to="/contact" variant="secondary">
              {hero.contact}
            </ButtonLink>
          </div>
        </div>
      </Container>
      <SignalTrace shape="recording" className={heroStyles.trace} />
      <button type="button" className={heroStyles.motion} onClick={() => setStill(!still)}>
        <Icon name={still ? 'play' : 'pause'} size="small" label={still ? hero.start : hero.stop} />
      </button>
    </section>
  );
}

/** The provider's demonstration film, until the company's own is published; the page says so. */
const FILM = 'M7lc1UVf-VE';
/** The player, in the provider's mode without cookies: it starts at once, without sound. */
const PLAYER = `https://www.youtube-nocookie.com/embed/${FILM}?autoplay=1&mute=1&playsinline=1&rel=0`;

/** A film behind its placeholder: one press loads the provider's player, muted and playing; there is no way back. */
export function VideoBlock() {
  const { button, note, atProvider, playerTitle } = home.video;
  const [playing, setPlaying] = useState(false);
  const player = useRef<HTMLIFrameElement>(null);

  // The button that had the focus is gone.
  useEffect(() => {
    if (playing) player.current?.focus({ preventScroll: true });
  }, [playing]);

  return (
    <div>
      <div className={videoStyles.frame} data-tone="ink">
        {playing ? (
          <iframe
            ref={player}
            src={PLAYER}
            title={playerTitle}
            className={videoStyles.player}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <button type="button" className={videoStyles.placeholder} onClick={() => setPlaying(true)}>
            <span aria-hidden="true" className={videoStyles.picture}>
              <SensorSection className={filmStyles.still} />
            </span>
            <span className={videoStyles.play}>
              <Icon name="play" />
              {button}
            </span>
          </button>
        )}
      </div>
      <p className={videoStyles.note}>
        {note} {/* For a browser that cannot show the player. */}
        <a href={`https://www.youtube.com/watch?v=${FILM}`} target="_blank" rel="noopener noreferrer">
          {atProvider}
        </a>
      </p>
    </div>
  );
}

/** The response, by the day: it has come and gone when the answer is given. */
export const answerPulse: Pulse = [0.4, 0.86, 0.9];
const response = levelOf(0.06, answerPulse);
const level = (time: number) => response(time * 28);
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
    <figure className={classNames(scaleStyles.figure, className)}>
      <div className={scaleStyles.scale}>
        <svg viewBox="0 0 1120 130" preserveAspectRatio="none" aria-hidden="true" className={scaleStyles.drawing}>
          {days.map((day) => (
            <path key={day} d={`M${day * 40} 114v${day % 7 === 0 ? 16 : 8}`} className={scaleStyles.tick} />
          ))}
          <path d="M0 114H1120" className={scaleStyles.tick} />
          <path d={curveIn(frame, level, { from: 4 / 28, points: 24 })} className={scaleStyles.rest} />
          <path d={curveIn(frame, level, { to: 4 / 28, noise: 0.01, points: 80 })} className={scaleStyles.signal} />
        </svg>
        <span className={scaleStyles.answer}>{words.answer}</span>
        <span className={scaleStyles.end}>{words.end}</span>
      </div>
      <figcaption className={scaleStyles.caption}>{words.caption}</figcaption>
    </figure>
  );
}

/** The banner of the home page: one sentence, a scale of days that shows it, and where to read on. */
export function Banner() {
  const { text, label, scale } = home.banner;
  const textId = useId();
  return (
    <section data-tone="ink" aria-label={text} className={bannerStyles.banner}>
      <Container className={bannerStyles.row}>
        <p id={textId} className={bannerStyles.text}>
          {text}
        </p>
        <ButtonLink to="/preclinical" variant="on-dark" aria-describedby={textId}>
          <span>{label}</span>
          {/* A sign of the text, not an icon: to a machine that reads links, the label alone says nothing. */}
          <span aria-hidden="true">→</span>
        </ButtonLink>
        <AnswerScale words={scale} className={bannerStyles.scale} />
      </Container>
    </section>
  );
}
