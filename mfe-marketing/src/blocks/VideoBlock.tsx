import { Icon } from '@cytocomm/kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { filmPage, playerAddress, video } from '../content/video.ts';
import classes from './VideoBlock.module.css';

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
      <div className={classes.frame} data-tone="ink">
        {playing ? (
          <iframe
            ref={player}
            src={playerAddress()}
            title={video.title}
            className={classes.player}
            allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
            referrerPolicy="strict-origin-when-cross-origin"
          />
        ) : (
          <button type="button" className={classes.placeholder} onClick={() => setPlaying(true)}>
            <span aria-hidden="true" className={classes.picture}>
              {picture}
            </span>
            <span className={classes.play}>
              <Icon name="play" />
              {button}
            </span>
          </button>
        )}
      </div>
      <p className={classes.note}>
        {note}{' '}
        <a href={filmPage} target="_blank" rel="noopener noreferrer">
          {atProvider}
        </a>
      </p>
    </div>
  );
}
