import { ButtonLink, Container, classNames, Heading, Icon, type IconName, SignalTrace } from '@cytocomm/kit';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { home } from '../content/home.ts';
import type { HeroContent } from '../content/types.ts';
import scaleStyles from '../figures/AnswerScale.module.css';
import { curveIn, levelOf, type Pulse, scalePulse } from '../figures/drawing.tsx';
import cellStyles from '../figures/FloatingCells.module.css';
import bannerStyles from './Banner.module.css';
import stripStyles from './FeatureStrip.module.css';
import heroStyles from './HomeHero.module.css';
import videoStyles from './VideoBlock.module.css';

/** The strip of four items above the hero. */
export function FeatureStrip({
  items,
}: {
  readonly items: readonly { readonly icon: IconName; readonly title: string }[];
}) {
  return (
    <div data-tone="ink" className={stripStyles.strip}>
      <Container>
        <ul className={stripStyles.items}>
          {items.map(({ icon, title }) => (
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
export function HomeHero({ opening }: { readonly opening: HeroContent }) {
  const [learn, contact] = opening.actions;
  const [still, setStill] = useState(false);
  return (
    <section data-tone="ink" className={heroStyles.hero}>
      <FloatingCells still={still} />
      <Container className={heroStyles.container}>
        <div className={heroStyles.words}>
          <Heading level={1} className={heroStyles.title}>
            {opening.title}
          </Heading>
          <p className={heroStyles.lead}>{opening.lead}</p>
          <div className={heroStyles.actions}>
            <ButtonLink to={learn.to} variant="on-dark" trailingIcon="arrow-right">
              {learn.label}
            </ButtonLink>
            <ButtonLink to={contact.to} variant="secondary">
              {contact.label}
            </ButtonLink>
          </div>
        </div>
      </Container>
      <SignalTrace shape="recording" className={heroStyles.trace} />
      <button type="button" className={heroStyles.motion} onClick={() => setStill(!still)}>
        <Icon name={still ? 'play' : 'pause'} size="small" label={still ? opening.motion.start : opening.motion.stop} />
      </button>
    </section>
  );
}

/** The film of the home page. The address is only used after a click. */
export const video = {
  /** The provider's mode without cookies. */
  host: 'https://www.youtube-nocookie.com',
  /** The provider's demonstration film, until the company's own is published; the page says so. */
  id: 'M7lc1UVf-VE',
  title: 'Demonstration film of the provider, in the place of the platform film',
} as const;

/** The film on the provider's own pages, for a browser that cannot show the player. */
const filmPage = `https://www.youtube.com/watch?v=${video.id}`;

/** Returns the address of the player: starts at once, without sound. */
function playerAddress({ host, id }: { readonly host: string; readonly id: string } = video): string {
  const query = new URLSearchParams({ autoplay: '1', mute: '1', playsinline: '1', rel: '0' });
  return `${host}/embed/${encodeURIComponent(id)}?${query}`;
}

/** Properties of {@link VideoBlock}. */
export interface VideoBlockProps {
  /** What the button says. */
  readonly button: string;
  /** What is loaded, from where, and when. */
  readonly note: string;
  /** The link to the provider's own page, for a browser without scripts or where the player cannot be reached. */
  readonly atProvider: string;
  /** The placeholder's picture. */
  readonly picture: ReactNode;
}

/** A film behind its placeholder: one press loads the provider's player, muted and playing; there is no way back. */
export function VideoBlock({ button, note, atProvider, picture }: VideoBlockProps) {
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
            src={playerAddress()}
            title={video.title}
            className={videoStyles.player}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <button type="button" className={videoStyles.placeholder} onClick={() => setPlaying(true)}>
            <span aria-hidden="true" className={videoStyles.picture}>
              {picture}
            </span>
            <span className={videoStyles.play}>
              <Icon name="play" />
              {button}
            </span>
          </button>
        )}
      </div>
      <p className={videoStyles.note}>
        {note}{' '}
        <a href={filmPage} target="_blank" rel="noopener noreferrer">
          {atProvider}
        </a>
      </p>
    </div>
  );
}

/** The response, by the day: it has come and gone when the answer is given. */
export const answerPulse: Pulse = { at: 0.4, height: 0.86, length: 0.9 };
const level = levelOf([scalePulse(28, answerPulse)], 0.06);
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
export function Banner({ banner }: { readonly banner: typeof home.banner }) {
  const textId = useId();
  return (
    <section data-tone="ink" aria-label={banner.text} className={bannerStyles.banner}>
      <Container className={bannerStyles.row}>
        <p id={textId} className={bannerStyles.text}>
          {banner.text}
        </p>
        <ButtonLink to={banner.action.to} variant="on-dark" aria-describedby={textId}>
          <span>{banner.action.label}</span>
          {/* A sign of the text, not an icon: to a machine that reads links, the label alone says nothing. */}
          <span aria-hidden="true">→</span>
        </ButtonLink>
        <AnswerScale words={banner.scale} className={bannerStyles.scale} />
      </Container>
    </section>
  );
}
